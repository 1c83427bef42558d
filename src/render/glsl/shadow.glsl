// Soft cast shadows and contact shade in closed form: no map, no bias, no acne.
//
// Three vec4 an object. Cube: the separating axes of "line along the sun's direction against box" (unit axis,
// extent). Others: U (unit, level, across the sun), V (unit, across both; w = flattening of a level circle along V).

// Everything about one object that shade needs. Passed by value and indexed with constants only: software GLs pay
// dearly for an index that they cannot see through.
struct Occluder {
  vec4 center;
  vec4 pose;
  vec4 color;
  vec4 axisA, axisB, axisC;
};

// `from`: vObjects or uObjects.
#define OCCLUDER(from, k) \
  Occluder(from[6 * k], from[6 * k + 1], from[6 * k + 2], from[6 * k + 3], from[6 * k + 4], from[6 * k + 5])

vec3 toOwn(vec4 pose, vec3 q) {
  return vec3(pose.x * q.x - pose.y * q.z, q.y, pose.y * q.x + pose.x * q.z);
}

vec3 toWorld(vec4 pose, vec3 own) {
  return vec3(pose.x * own.x + pose.y * own.z, own.y, pose.x * own.z - pose.y * own.x);
}

// Signed distance, in the plane across the sun's direction, from the line through a point to the object's silhouette;
// q = point − centre.
float sphereClearance(Occluder o, vec3 q) {
  float along = dot(q, SUN_DIRECTION);
  return sqrt(max(dot(q, q) - along * along, 0.0)) - o.center.w;
}

float cubeClearance(Occluder o, vec3 q) {
  vec4 a = o.axisA, b = o.axisB, c = o.axisC;
  return max(max(abs(dot(q, a.xyz)) - a.w, abs(dot(q, b.xyz)) - b.w), abs(dot(q, c.xyz)) - c.w);
}

// (x, y) of a point across the sun's direction, y stretched until a level circle is round.
vec2 acrossSun(Occluder o, vec3 q) {
  return vec2(dot(q, o.axisA.xyz), dot(q, o.axisB.xyz) / o.axisB.w);
}

float cylinderClearance(Occluder o, vec3 q) {
  vec2 a = acrossSun(o, q);
  a.y -= clamp(a.y, -o.axisA.w, o.axisA.w);
  float l = max(length(a), 1e-4);
  vec2 gradient = vec2(a.x, a.y / o.axisB.w) / l;
  return (l - o.center.w) / max(length(gradient), 1.0);
}

float coneClearance(Occluder o, vec3 q) {
  vec2 a = acrossSun(o, q);
  float s = o.center.w;
  float height = 2.0 * o.axisA.w;
  a = vec2(abs(a.x), a.y + o.axisA.w);
  float sine = clamp(s / max(height, 1e-4), 0.0, 1.0);
  float cosine = sqrt(1.0 - sine * sine);
  float along = dot(a, vec2(-sine, cosine));
  float stretched = along < 0.0 || height < s
    ? length(a) - s
    : along > cosine * height ? length(a - vec2(0.0, height)) : dot(a, vec2(cosine, sine)) - s;
  return stretched * mix(o.axisB.w, 1.0, clamp(abs(a.x) / s, 0.0, 1.0));
}

float torusClearance(Occluder o, vec3 q) {
  vec2 a = acrossSun(o, q);
  float l = max(length(a), 1e-4);
  vec2 gradient = vec2(a.x, a.y / o.axisB.w) / l;
  return abs(l - TORUS_MAJOR * o.center.w) / max(length(gradient), 1.0) - TORUS_MINOR * o.center.w;
}

// Distance from a point outside to the solid; q = point − centre.
float torusDistance(vec3 own, float s) {
  return length(vec2(length(own.xz) - TORUS_MAJOR * s, own.y)) - TORUS_MINOR * s;
}
float sphereGap(Occluder o, vec3 q) { return sqrt(dot(q, q)) - o.center.w; }
float cubeGap(Occluder o, vec3 q) { return length(max(abs(toOwn(o.pose, q)) - o.center.w, 0.0)); }
float cylinderGap(Occluder o, vec3 q) { return length(max(vec2(length(q.xz), abs(q.y)) - o.center.w, 0.0)); }
float coneGap(Occluder o, vec3 q) {
  float s = o.center.w;
  vec2 a = vec2(length(q.xz), q.y + s);
  vec2 onBase = a - vec2(min(a.x, s), 0.0);
  vec2 fromRim = a - vec2(s, 0.0);
  vec2 slope = vec2(-1.0, 2.0) * s;
  vec2 onSlope = fromRim - slope * clamp(dot(fromRim, slope) / dot(slope, slope), 0.0, 1.0);
  return sqrt(min(dot(onBase, onBase), dot(onSlope, onSlope)));
}
float torusGap(Occluder o, vec3 q) { return torusDistance(toOwn(o.pose, q), o.center.w); }

float anyClearance(int shape, Occluder o, vec3 q) {
  if (shape == 0) return sphereClearance(o, q);
  if (shape == 1) return cubeClearance(o, q);
  if (shape == 2) return cylinderClearance(o, q);
  if (shape == 3) return coneClearance(o, q);
  return torusClearance(o, q);
}

float anyGap(int shape, Occluder o, vec3 q) {
  if (shape == 0) return sphereGap(o, q);
  if (shape == 1) return cubeGap(o, q);
  if (shape == 2) return cylinderGap(o, q);
  if (shape == 3) return coneGap(o, q);
  return torusGap(o, q);
}

// A smoothstep by its own parameter, clamped here: 0 at 0, 1 at 1.
float smooth01(float t) {
  float x = clamp(t, 0.0, 1.0);
  return x * x * (3.0 - 2.0 * x);
}

// Light left of the sun behind one object.
float sunPast(Occluder o, vec3 q, float clearance) {
  float towardSun = -dot(q, SUN_DIRECTION);
  float width = 0.012 + 0.05 * max(towardSun, 0.0);
  return 1.0 - smooth01(0.5 - 0.5 * clearance / width) * smooth01(0.5 + towardSun * o.pose.w / 0.6);
}

struct Shade {
  float sun;     // light left of the sun
  float ambient; // light left of everything else
  vec3 bleed;    // what the objects send instead
};

// Contact shade: the far field of a sphere, and a tight seam that follows the solid's own shape.
void addObject(inout Shade shade, Occluder o, vec3 q, vec3 n, float clearance, float gap) {
  float inverse = inversesqrt(dot(q, q));
  float facing = clamp(-dot(n, q) * inverse * 0.85 + 0.15, 0.0, 1.0);
  float share = o.color.w * inverse;
  float broad = facing * min(share * share, 1.0);
  float near = 1.0 / (1.0 + 1.3 * o.pose.w * max(gap, 0.0));
  float seam = 0.62 * near * near * near;
  shade.sun *= sunPast(o, q, clearance);
  shade.bleed += o.color.rgb * (0.7 * broad * (1.0 - seam) * shade.ambient);
  shade.ambient *= (1.0 - 0.9 * broad) * (1.0 - seam);
}

// Everything that the objects take from a point (rel) with normal n; the object `self` (or −1) is left out.
// SHADE_ALL is written by shaders.ts: one SHADE or SHADE_ANY an object.
#define SHADE(from, k, clearanceOf, gapOf) \
  if (self != k) { \
    Occluder o = OCCLUDER(from, k); \
    vec3 q = p - o.center.xyz; \
    addObject(shade, o, q, n, clearanceOf(o, q), gapOf(o, q)); \
  }
#define SHADE_ANY(from, k) \
  if (self != k) { \
    Occluder o = OCCLUDER(from, k); \
    vec3 q = p - o.center.xyz; \
    addObject(shade, o, q, n, anyClearance(uShapes[k], o, q), anyGap(uShapes[k], o, q)); \
  }

Shade shadeBy(vec3 p, vec3 n, int self) {
  Shade shade = Shade(1.0, 1.0, vec3(0.0));
  SHADE_ALL
  return shade;
}
