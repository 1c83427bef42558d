// The tunnel's walls by ray casting, filtered analytically: no seam, no shimmer.

// Share of a filter [a, b] (inverse width given) that a line of half-width h around 0 covers.
float line(float a, float b, float inverseWidth, float h) {
  return (clamp(b, -h, h) - clamp(a, -h, h)) * inverseWidth;
}

// The same for lines at every whole number.
float lines(float a, float b, float inverseWidth, float h) {
  float ka = floor(a + 0.5), kb = floor(b + 0.5);
  return clamp((2.0 * h * (kb - ka) + clamp(b - kb, -h, h) - clamp(a - ka, -h, h)) * inverseWidth, 0.0, 1.0);
}

// Slim ribs around the whole cross-section carry the panels. The sun falls in between them.
const float RIB_PERIOD = 2.0, RIB_PHASE = 0.5, RIB_HALF = 0.03;

// A number in [0, 1) for each cell, the same on every machine: few operations, small whole numbers.
float cellNoise(vec2 cell) {
  vec3 p = fract(vec3(cell.xyx) * vec3(0.1031, 0.103, 0.0973));
  p += dot(p, p.yzx + 33.33);
  return fract((p.x + p.y) * p.z);
}

// Tint of the panels in one row over the filter [a, b]; exact up to a panel's length, then fading.
float panelTint(float a, float b, float inverseWidth, float row) {
  float ca = floor(a), cb = floor(b);
  float shareOfB = ca == cb ? 1.0 : clamp((b - cb) * inverseWidth, 0.0, 1.0);
  float tint = mix(cellNoise(vec2(ca, row)), cellNoise(vec2(cb, row)), shareOfB) - 0.5;
  return tint * clamp(1.5 - (b - a), 0.0, 1.0);
}

// Albedo at u along the tunnel and v across the wall, filter widths wu, wv. Depends on |v| only and is the same on
// all four walls: no side of the image is special.
vec3 wallAlbedo(float u, float v, float wu, float wv) {
  const vec3 plain = vec3(0.70, 0.69, 0.67);
#if defined(TEXTURE_PLAIN)
  return plain;
#elif defined(TEXTURE_CHECKER)
  float iu = 1.0 / wu, iv = 1.0 / wv;
  float a = 2.0 * lines(u - 0.5 * wu + 0.25, u + 0.5 * wu + 0.25, iu, 0.25) - 1.0;
  float b = 2.0 * lines(abs(v) - 0.5 * wv + 0.25, abs(v) + 0.5 * wv + 0.25, iv, 0.25) - 1.0;
  return plain * (0.78 + 0.24 * a * b);
#else
  float av = abs(v);
  float iu = 1.0 / wu, iv = 1.0 / wv;
  float ua = u - 0.5 * wu, ub = u + 0.5 * wu, va = av - 0.5 * wv, vb = av + 0.5 * wv;
  float tint = panelTint(ua, ub, iu, av < 0.5 ? 3.0 : 8.0);
  float seams = max(lines(ua, ub, iu, 0.005), max(line(va - 0.5, vb - 0.5, iv, 0.004), line(va, vb, iv, 0.004)));
  vec2 ribs = (vec2(ua, ub) - RIB_PHASE) * (1.0 / RIB_PERIOD);
  const float ribHalf = RIB_HALF / RIB_PERIOD;
  float rib = lines(ribs.x, ribs.y, RIB_PERIOD * iu, ribHalf);
  float besideRib = lines(ribs.x, ribs.y, RIB_PERIOD * iu, 3.0 * ribHalf);
  float trim = clamp((av - 0.965) * iv + 0.5, 0.0, 1.0);
  vec3 albedo = plain * ((1.0 + 0.2 * tint) * (1.0 - 0.7 * seams) * (1.0 - 0.12 * besideRib));
  return mix(albedo, vec3(0.30, 0.235, 0.17), max(rib, trim));
#endif
}

// Sun left of the ribs: where the way to the sun leaves the tunnel, a rib may stand.
float sunBetweenRibs(vec3 world) {
#ifdef TEXTURE_PANELS
  vec2 side = vec2(SUN_DIRECTION.x < 0.0 ? -1.0 : 1.0, SUN_DIRECTION.y < 0.0 ? -1.0 : 1.0);
  vec2 reach = (side - world.xy) * SUN_INVERSE;
  float k = clamp(min(reach.x, reach.y), 0.0, 1e3);
  float u = (-(world.z + k * SUN_DIRECTION.z) - RIB_PHASE) * (1.0 / RIB_PERIOD);
  float w = (0.04 + 0.035 * k) * (0.5 / RIB_PERIOD);
  return 1.0 - 0.8 * lines(u - w, u + w, 0.5 / w, 2.0 * RIB_HALF / RIB_PERIOD);
#else
  return 1.0;
#endif
}

struct WallHit {
  float t;       // planar depth, m
  vec3 world;
  bool side;     // the right or left wall
  float towards; // 1: the wall at +x or +y, −1: the one at −x or −y
  float u, v;    // along the tunnel (= −z), across the wall
  float wu, wv;
};

WallHit hitWall(vec3 d) {
  WallHit hit;
  vec2 towards = vec2(d.x < 0.0 ? -1.0 : 1.0, d.y < 0.0 ? -1.0 : 1.0);
  vec2 reach = (towards - EYE.xy) / vec2(awayFromZero(d.x), awayFromZero(d.y));
  hit.side = reach.x < reach.y;
  hit.t = min(reach.x, reach.y);
  hit.world = EYE + d * hit.t;
  hit.towards = hit.side ? towards.x : towards.y;
  hit.u = -hit.world.z;
  hit.v = clamp(hit.side ? hit.world.y : hit.world.x, -1.0, 1.0);
  vec3 through = hit.side ? vec3(RAY_RIGHT.x, RAY_DOWN.x, d.x) : vec3(RAY_RIGHT.y, RAY_DOWN.y, d.y);
  through.z = awayFromZero(through.z);
  vec3 right = hit.t * (RAY_RIGHT - d * (through.x / through.z));
  vec3 down = hit.t * (RAY_DOWN - d * (through.y / through.z));
  hit.wu = max(abs(right.z) + abs(down.z), 1e-3);
  hit.wv = max(hit.side ? abs(right.y) + abs(down.y) : abs(right.x) + abs(down.x), 1e-3);
  return hit;
}

float inTunnel(float u) {
  return u <= TUNNEL_END && u >= -TUNNEL_START_Z ? 1.0 : 0.0;
}

// Growth of the sky's light towards an open end, by the distance from it.
float fromEnd(float distance) {
  return 1.0 / (1.0 + 0.6 * distance * distance);
}

vec3 applyFog(vec3 radiance, float distance) {
#ifdef FOG
  return mix(HAZE, radiance, exp2(-1.442695 * FOG_PER_M * distance));
#else
  return radiance;
#endif
}

vec3 wallRadiance(vec3 d, WallHit hit) {
  float lengthOfD = length(d);
  vec3 view = d / lengthOfD;
  float av = abs(hit.v);
  float sv = hit.v < 0.0 ? -1.0 : 1.0;
  // A small cove at the corners: the normal turns, so that two walls meet without a stair-stepped edge.
  float cove = max(0.03, 1.5 * hit.wv);
  float turn = 0.5 * smoothstep(1.0 - cove, 1.0, av);
  float straight = 1.0 - turn;
  float inverse = inversesqrt(straight * straight + turn * turn);
  float along = -hit.towards * straight * inverse, across = -sv * turn * inverse;
  vec3 n = hit.side ? vec3(along, across, 0.0) : vec3(across, along, 0.0);

  // Light from the four walls, as weights: form factors in an endless square duct, and at the corner those of two walls.
  float a = 1.0 + hit.v, b = 1.0 - hit.v;
  float fromNegative = 0.5 - 0.5 * a * inversesqrt(a * a + 4.0);
  float fromPositive = 0.5 - 0.5 * b * inversesqrt(b * b + 4.0);
  float fromOpposite = mix(1.0 - fromNegative - fromPositive, 0.1464, turn);
  float fromOwn = 0.5 * turn;
  fromNegative = mix(fromNegative, hit.v > 0.0 ? 0.3536 : 0.0, turn);
  fromPositive = mix(fromPositive, hit.v > 0.0 ? 0.0 : 0.3536, turn);
  bool positive = hit.towards > 0.0; // the wall at +x or +y
  float high = positive ? fromOwn : fromOpposite, low = positive ? fromOpposite : fromOwn;
  vec3 bounced = (hit.side ? high : fromPositive) * WALL_RIGHT + (hit.side ? fromPositive : high) * WALL_CEILING
    + (hit.side ? low : fromNegative) * WALL_LEFT + (hit.side ? fromNegative : low) * WALL_FLOOR;

  Shade shade = shadeBy(hit.world - EYE, n, -1);
  float fromCorner = 1.0 / (1.0 + 4.0 * (1.0 - av));
  float corner = 1.0 - fromCorner * (0.12 + 0.3 * fromCorner * fromCorner);
  float open = 0.8 + 2.0 * fromEnd(max(TUNNEL_END - hit.u, 0.0)) + 1.0 * fromEnd(max(hit.u + TUNNEL_START_Z, 0.0));
  vec3 ambient = SKY * open + bounced;
  vec3 light = SUN * (max(dot(n, SUN_DIRECTION), 0.0) * shade.sun * sunBetweenRibs(hit.world)) + ambient * (corner * shade.ambient) + shade.bleed * (ambient + 0.2 * SUN);
  vec3 albedo = wallAlbedo(hit.u, hit.v, hit.wu, hit.wv);

  float grazing = 1.0 - abs(hit.side ? view.x : view.y);
  float g2 = grazing * grazing;
  float fresnel = 0.04 + 0.5 * g2 * g2 * grazing;
  vec3 mirror = hit.side ? vec3(-view.x, view.yz) : vec3(view.x, -view.y, view.z);
  vec3 mirrored = mix(WALL_MEAN, OPENING, openingShare(hit.world, mirror, 0.35));
  vec3 radiance = albedo * light + fresnel * mirrored * (corner * shade.ambient);

  float beyond = clamp((hit.u - TUNNEL_END) / hit.wu + 0.5, 0.0, 1.0);
  float behind = clamp((-hit.u - TUNNEL_START_Z) / hit.wu + 0.5, 0.0, 1.0);
  float sky = max(beyond, behind);
  float distance = hit.t * lengthOfD;
  float toEnd = view.z < 0.0 ? (TUNNEL_END + EYE.z) / max(-view.z, 1e-5) : 0.0;
  radiance = applyFog(radiance, distance);
  return mix(radiance, applyFog(OPENING, min(distance, max(toEnd, 0.0))), sky);
}
