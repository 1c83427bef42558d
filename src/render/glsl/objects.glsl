// Objects by ray casting in their own frame. The ray starts at its point nearest to the centre: float32 then works on
// numbers of the object's size, however far it is.

struct Ray {
  vec3 from;   // own frame
  vec3 along;
  float start; // planar depth of `from`
};

const float MISS = 1e9;

struct Solid {
  vec4 center; // rel, half extent
  vec4 pose;
  vec4 color;
};

#define SOLID(from, k) Solid(from[6 * (k)], from[6 * (k) + 1], from[6 * (k) + 2])

Ray ownRay(Solid o, vec3 d) {
  float start = dot(o.center.xyz, d) / dot(d, d);
  return Ray(toOwn(o.pose, d * start - o.center.xyz), toOwn(o.pose, d), start);
}

// Near and far root of a quadratic a t² + 2 b t + c; MISS when there is none.
vec2 roots(float a, float b, float c) {
  float discriminant = b * b - a * c;
  if (discriminant < 0.0) return vec2(MISS, -MISS);
  float root = sqrt(discriminant);
  return vec2(-b - root, -b + root) / awayFromZero(a);
}

float hitSphere(Ray ray, float s) {
  float a = dot(ray.along, ray.along);
  float left = s * s - dot(ray.from, ray.from);
  return left < 0.0 ? MISS : ray.start - sqrt(left / a);
}

float hitCube(Ray ray, float s) {
  vec3 inverse = 1.0 / vec3(awayFromZero(ray.along.x), awayFromZero(ray.along.y), awayFromZero(ray.along.z));
  vec3 middle = -ray.from * inverse;
  vec3 reach = s * abs(inverse);
  vec3 near = middle - reach, far = middle + reach;
  float enter = max(max(near.x, near.y), near.z);
  return enter > min(min(far.x, far.y), far.z) ? MISS : ray.start + enter;
}

float hitCylinder(Ray ray, float s) {
  vec2 o = ray.from.xz, d = ray.along.xz;
  vec2 side = roots(dot(d, d), dot(o, d), dot(o, o) - s * s);
  float inverse = 1.0 / awayFromZero(ray.along.y);
  float enter = max(side.x, -ray.from.y * inverse - s * abs(inverse));
  float leave = min(side.y, -ray.from.y * inverse + s * abs(inverse));
  return enter > leave ? MISS : ray.start + enter;
}

float hitCone(Ray ray, float s) {
  vec3 o = ray.from, d = ray.along;
  float radius = 0.5 * (s - o.y), slope = -0.5 * d.y;
  float a = dot(d.xz, d.xz) - slope * slope;
  float b = dot(o.xz, d.xz) - radius * slope;
  float c = dot(o.xz, o.xz) - radius * radius;
  float best = MISS;
  float discriminant = b * b - a * c;
  if (discriminant >= 0.0) {
    float q = -(b + (b < 0.0 ? -1.0 : 1.0) * sqrt(discriminant));
    float t0 = q / awayFromZero(a), t1 = c / awayFromZero(q);
    if (abs(o.y + t0 * d.y) <= s) best = min(best, t0);
    if (abs(o.y + t1 * d.y) <= s) best = min(best, t1);
  }
  float base = (-s - o.y) / awayFromZero(d.y);
  vec2 onBase = o.xz + base * d.xz;
  if (dot(onBase, onBase) <= s * s) best = min(best, base);
  return best == MISS ? MISS : ray.start + best;
}

// Sphere tracing on the exact distance; a surface counts as reached at `tolerance` times the half extent.
float hitTorus(Ray ray, float s, float tolerance) {
  float inverseSpeed = inversesqrt(dot(ray.along, ray.along));
  float left = s * s * 1.01 - dot(ray.from, ray.from);
  if (left < 0.0) return MISS;
  float end = sqrt(left) * inverseSpeed;
  float t = -end;
  for (int step = 0; step < 256; step++) {
    vec3 q = ray.from + t * ray.along;
    float gap = torusDistance(q, s);
    if (gap < tolerance * s) return ray.start + t;
    t += gap * inverseSpeed;
    if (t > end) return MISS;
  }
  return MISS;
}

// Normals in the own frame; edges are rounded in the shading, not in the outline.
const float BEVEL = 0.08;

float bevel(float x) { return smoothstep(1.0 - BEVEL, 1.0, x); }

vec3 cubeNormal(vec3 q) {
  vec3 a = abs(q);
  float top = max(max(a.x, a.y), a.z);
  vec3 k = pow(smoothstep(vec3(1.0 - BEVEL), vec3(1.0), a / max(top, 1e-6)), vec3(1.5));
  return normalize(k * sign(q));
}

vec3 roundNormal(vec3 q, vec3 side) {
  float r = length(q.xz), onSide = bevel(r), onCap = bevel(abs(q.y));
  return normalize(side * onSide + vec3(0.0, sign(q.y), 0.0) * onCap + 1e-6 * side);
}

vec3 ownNormal(int shape, vec3 q) {
  float r = max(length(q.xz), 1e-5);
  vec3 level = vec3(q.x / r, 0.0, q.z / r);
  if (shape == 0) return normalize(q);
  if (shape == 1) return cubeNormal(q);
  if (shape == 2) return roundNormal(q, level);
  if (shape == 3) {
    float onBase = smoothstep(-1.0 + BEVEL, -1.0, q.y) * (r > 1.0 - BEVEL ? 0.5 : 0.0);
    bool base = q.y < -0.9995;
    vec3 slope = normalize(level + vec3(0.0, 0.5, 0.0));
    return base ? normalize(vec3(0.0, -1.0, 0.0) + level * bevel(r)) : normalize(slope + vec3(0.0, -1.0, 0.0) * onBase);
  }
  return normalize(q - level * TORUS_MAJOR);
}

float hitObject(int shape, Solid o, vec3 d, float tolerance) {
  Ray ray = ownRay(o, d);
  float s = o.center.w;
  if (shape == 0) return hitSphere(ray, s);
  if (shape == 1) return hitCube(ray, s);
  if (shape == 2) return hitCylinder(ray, s);
  if (shape == 3) return hitCone(ray, s);
  return hitTorus(ray, s, tolerance);
}

float ggx(float nh, float alpha) {
  float a2 = alpha * alpha;
  float k = nh * nh * (a2 - 1.0) + 1.0;
  return a2 / (k * k);
}

// Radiance of an object at planar depth t along d.
vec3 objectRadiance(int shape, Solid o, int self, vec3 d, float t) {
  float s = o.center.w;
  vec3 p = d * t; // rel
  vec3 q = p - o.center.xyz;
  vec3 n = toWorld(o.pose, ownNormal(shape, toOwn(o.pose, q) / s));
  vec3 view = normalize(d);
  vec3 world = EYE + p;
  float rough = o.pose.z;
  float alpha = rough * rough;
  vec3 base = o.color.rgb;

  Shade shade = shadeBy(p, n, self);
  // The four walls, each darker where the object itself touches and shades it.
  vec3 gap = max(vec3(0.0), 1.0 - abs(world));
  vec2 touch = 1.0 - 0.75 * exp2(-gap.xy * (1.8 / s));
  vec3 wallX = n.x > 0.0 ? WALL_RIGHT : WALL_LEFT;
  vec3 wallY = n.y > 0.0 ? WALL_CEILING : WALL_FLOOR;
  vec2 facingTouch = vec2(n.x * world.x > 0.0 ? touch.x : 1.0, n.y * world.y > 0.0 ? touch.y : 1.0);
  vec3 n2 = n * n;
  float end = fromEnd(n.z < 0.0 ? max(TUNNEL_END + world.z, 0.0) * 0.6 : max(TUNNEL_START_Z - world.z, 0.0) * 0.35);
  vec3 wallZ = mix(WALL_MEAN, OPENING, end);
  float side = min(touch.x, touch.y);
  float sideShade = mix(1.0, side, 0.8) * (1.15 - 0.25 * max(abs(world.x), abs(world.y)));
  vec3 ambient = (n2.x * wallX * facingTouch.x + n2.y * wallY * facingTouch.y + n2.z * wallZ) * sideShade + SKY * sideShade;
  float sunFacing = max(dot(n, SUN_DIRECTION), 0.0) * sunBetweenRibs(world);
  vec3 diffuse = base * (SUN * (sunFacing * shade.sun) + ambient * shade.ambient + shade.bleed * ambient);

  vec3 mirror = reflect(view, n);
  float facing = clamp(-dot(n, view), 0.0, 1.0);
  float grazing = 1.0 - facing, g2 = grazing * grazing;
  float fresnel = 0.04 + (max(1.0 - rough, 0.04) - 0.04) * g2 * g2 * grazing;
  vec3 seen = environment(world, mirror, 0.04 + 1.6 * alpha) * shade.ambient * mix(1.0, side, 0.5);
  vec3 halfway = normalize(SUN_DIRECTION - view);
  float a = max(alpha, 0.012);
  float highlight = 0.04 * ggx(clamp(dot(n, halfway), 0.0, 1.0), a) * 0.25 * sunFacing * shade.sun;
  // A flat face that mirrors the sun would lose its colour all at once.
  float most = shape == 1 ? 0.06 : 4.0;
  vec3 radiance = diffuse * (1.0 - fresnel) + fresnel * seen + SUN * min(highlight, most);
  return applyFog(radiance, length(p));
}
