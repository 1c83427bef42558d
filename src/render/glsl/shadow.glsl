// Soft cast shadows and contact shade in closed form: no map, no bias, no acne.
//
// uShadow, three vec4 an object. Cube: the separating axes of "line along the sun's direction against box" (unit axis,
// extent). Others: U (unit, level, across the sun), V (unit, across both; w = flattening of a level circle along V).

// Signed distance, in the plane across the sun's direction, from the line through a point to the object's silhouette.
float sphereClearance(int i, vec3 q) {
  vec3 across = q - uSunDirection * dot(q, uSunDirection);
  return length(across) - uCenter[i].w;
}

float boxClearance(int i, vec3 q) {
  vec4 a = uShadow[3 * i], b = uShadow[3 * i + 1], c = uShadow[3 * i + 2];
  return max(max(abs(dot(q, a.xyz)) - a.w, abs(dot(q, b.xyz)) - b.w), abs(dot(q, c.xyz)) - c.w);
}

// (x, y) of a point across the sun's direction, y stretched until a level circle is round.
vec2 acrossSun(int i, vec3 q) {
  return vec2(dot(q, uShadow[3 * i].xyz), dot(q, uShadow[3 * i + 1].xyz) / uShadow[3 * i + 1].w);
}

float cylinderClearance(int i, vec3 q) {
  vec2 a = acrossSun(i, q);
  float rise = uShadow[3 * i].w;
  a.y -= clamp(a.y, -rise, rise);
  float k = length(a) / uCenter[i].w;
  vec2 gradient = vec2(a.x, a.y / uShadow[3 * i + 1].w) / max(length(a), 1e-4);
  return (k - 1.0) * uCenter[i].w / max(length(gradient), 1.0);
}

float coneClearance(int i, vec3 q) {
  vec2 a = acrossSun(i, q);
  float s = uCenter[i].w;
  float height = 2.0 * uShadow[3 * i].w;
  a = vec2(abs(a.x), a.y + uShadow[3 * i].w);
  float flattening = uShadow[3 * i + 1].w;
  float sine = clamp(s / max(height, 1e-4), 0.0, 1.0);
  float cosine = sqrt(1.0 - sine * sine);
  float along = dot(a, vec2(-sine, cosine));
  float stretched = along < 0.0 || height < s
    ? length(a) - s
    : along > cosine * height ? length(a - vec2(0.0, height)) : dot(a, vec2(cosine, sine)) - s;
  return stretched * mix(flattening, 1.0, clamp(abs(a.x) / s, 0.0, 1.0));
}

float torusClearance(int i, vec3 q) {
  vec2 a = acrossSun(i, q);
  float major = TORUS_MAJOR * uCenter[i].w;
  float l = max(length(a), 1e-4);
  vec2 gradient = vec2(a.x, a.y / uShadow[3 * i + 1].w) / l;
  return abs(l - major) / max(length(gradient), 1.0) - TORUS_MINOR * uCenter[i].w;
}

// Light left of the sun behind one object, at q = point − centre.
float sunPast(int i, vec3 q, float clearance) {
  float towardSun = -dot(q, uSunDirection);
  float s = uCenter[i].w;
  float width = 0.012 + 0.05 * max(towardSun, 0.0);
  float shade = smoothstep(width, -width, clearance) * smoothstep(-0.3 * s, 0.3 * s, towardSun);
  return 1.0 - shade;
}

// Distance from a point outside to the solid, in its own frame.
float sphereGap(vec3 q, float s) { return length(q) - s; }
float boxGap(vec3 q, float s) { return length(max(abs(q) - s, 0.0)); }
float cylinderGap(vec3 q, float s) { return length(max(vec2(length(q.xz), abs(q.y)) - s, 0.0)); }
float coneGap(vec3 q, float s) {
  vec2 a = vec2(length(q.xz), q.y + s);
  vec2 onBase = a - vec2(min(a.x, s), 0.0);
  vec2 slope = vec2(-s, 2.0 * s);
  vec2 onSlope = a - vec2(s, 0.0) - slope * clamp(dot(a - vec2(s, 0.0), slope) / dot(slope, slope), 0.0, 1.0);
  return sqrt(min(dot(onBase, onBase), dot(onSlope, onSlope)));
}
float torusGap(vec3 q, float s) { return length(vec2(length(q.xz) - TORUS_MAJOR * s, q.y)) - TORUS_MINOR * s; }

vec3 toOwn(int i, vec3 q) {
  vec2 yaw = uPose[i].xy;
  return vec3(yaw.x * q.x - yaw.y * q.z, q.y, yaw.y * q.x + yaw.x * q.z);
}

vec3 toWorld(int i, vec3 own) {
  vec2 yaw = uPose[i].xy;
  return vec3(yaw.x * own.x + yaw.y * own.z, own.y, yaw.x * own.z - yaw.y * own.x);
}

struct Shade {
  float sun;     // light left of the sun
  float ambient; // light left of everything else
  vec3 bleed;    // what the objects send instead
};

// Contact shade: the far field of a sphere, and a tight seam that follows the solid's own shape.
void addObject(inout Shade shade, int i, vec3 p, vec3 n, float clearance, float gap) {
  vec3 q = p - uCenter[i].xyz;
  float s = uCenter[i].w;
  float r2 = uColor[i].w * uColor[i].w;
  float l2 = dot(q, q);
  float facing = clamp(-dot(n, q) * inversesqrt(l2) * 0.85 + 0.15, 0.0, 1.0);
  float broad = facing * min(r2 / l2, 1.0);
  float seam = 0.62 * exp2(-max(gap, 0.0) * 5.0 / s);
  float occlusion = 1.0 - (1.0 - 0.9 * broad) * (1.0 - seam);
  shade.sun *= sunPast(i, q, clearance);
  shade.bleed += uColor[i].rgb * broad * (1.0 - seam) * shade.ambient;
  shade.ambient *= 1.0 - occlusion;
}

// Everything that the objects take from a point (rel) with normal n; the object `self` (or −1) is left out.
Shade shadeBy(vec3 p, vec3 n, int self) {
  Shade shade = Shade(1.0, 1.0, vec3(0.0));
  int i = 0;
#define EACH(count, clearanceOf, gapOf) \
  for (int k = 0; k < count; k++, i++) { \
    if (i == self) continue; \
    vec3 q = p - uCenter[i].xyz; \
    addObject(shade, i, p, n, clearanceOf(i, q), gapOf(toOwn(i, q), uCenter[i].w)); \
  }
  EACH(SPHERES, sphereClearance, sphereGap)
  EACH(CUBES, boxClearance, boxGap)
#ifdef ALL_SHAPES
  EACH(CYLINDERS, cylinderClearance, cylinderGap)
  EACH(CONES, coneClearance, coneGap)
  EACH(TORI, torusClearance, torusGap)
#endif
#undef EACH
  return shade;
}
