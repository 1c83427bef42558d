// One object's rectangle. Every fragment resolves its whole pixel (wall and objects), so nothing is blended and the
// order of the rectangles does not matter.
layout(location = 0) out vec4 outColor;
layout(location = 1) out vec4 outData;

uniform int uSlot;
uniform float uOwnId;
// The first three vec4 of the object in that slot.
#ifdef FLAT_OWN
flat in vec4 vOwn[3];
#define OWN vOwn
#else
uniform vec4 uOwn[3];
#define OWN uOwn
#endif
uniform float uIds[8];
uniform int uClusterSize;
uniform ivec2 uCluster[8]; // (object, shape) of every object whose rectangle meets this one

vec2 depthBytes(float depthM) {
  float mm = min(floor(depthM * 1000.0 + 0.5), 65534.0);
  float high = floor(mm / 256.0);
  return vec2(mm - 256.0 * high, high) / 255.0;
}

// Tolerances of sphere tracing: for ids and depth, and for colour.
const float EXACT = 2e-5, ROUGH = 1e-3;

// Sub-pixel positions: a rotated grid, every row and column used once.
vec2 samplePosition(int k) {
  return (vec2(float(k), float((k * SAMPLE_STEP) % SAMPLES)) + 0.5) / float(SAMPLES) - 0.5;
}

void main() {
  vec2 px = imagePixel();
  vec3 centre = rayThrough(px);
  float nearest = MISS;
  float id = 0.0;
  int bits = 0;
  vec3 sum = vec3(0.0);
  float covered = 0.0;
#ifdef CLUSTER
  for (int k = 0; k < uClusterSize; k++) {
    Solid o = SOLID(uObjects, uCluster[k].x);
    float t = hitObject(uCluster[k].y, o, centre, EXACT);
    if (t <= 0.0 || t == MISS) continue;
    float found = uIds[uCluster[k].x];
    bits |= 1 << (int(found) - 1);
    if (t < nearest) { nearest = t; id = found; }
  }
  for (int s = 0; s < SAMPLES; s++) {
    vec3 d = rayThrough(px + samplePosition(s));
    float best = MISS;
    ivec2 which = ivec2(0);
    for (int k = 0; k < uClusterSize; k++) {
      float t = hitObject(uCluster[k].y, SOLID(uObjects, uCluster[k].x), d, ROUGH);
      if (t > 0.0 && t < best) { best = t; which = uCluster[k]; }
    }
    if (best == MISS) continue;
    covered += 1.0;
    sum += filmic(objectRadiance(which.y, SOLID(uObjects, which.x), which.x, d, best));
  }
#else
  Solid o = SOLID(OWN, 0);
  float t = hitObject(SHAPE, o, centre, EXACT);
  if (t > 0.0 && t != MISS) {
    nearest = t;
    id = uOwnId;
    bits = 1 << (int(id) - 1);
  }
  for (int s = 0; s < SAMPLES; s++) {
    vec3 d = rayThrough(px + samplePosition(s));
    float t = hitObject(SHAPE, o, d, ROUGH);
    if (t <= 0.0 || t == MISS) continue;
    covered += 1.0;
    sum += filmic(objectRadiance(SHAPE, o, uSlot, d, t));
  }
#endif
  if (covered == 0.0 && bits == 0) discard;
  WallHit hit = hitWall(centre);
  vec3 wall = filmic(wallRadiance(centre, hit));
  vec3 linear = (sum + wall * (float(SAMPLES) - covered)) / float(SAMPLES);
  outColor = vec4(encodeSrgb(linear, px), 1.0);
  vec2 depth = bits != 0 ? depthBytes(nearest) : inTunnel(hit.u) > 0.5 ? depthBytes(hit.t) : vec2(1.0);
  outData = vec4(id / 255.0, depth, float(bits) / 255.0);
}
