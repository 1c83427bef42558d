// Scene radiance → display: exposure, the ACES filmic curve (Stephen Hill's fit of RRT and ODT), exact sRGB, and an
// ordered 8 × 8 dither of one code value against banding.
vec3 filmic(vec3 radiance) {
  const mat3 toAp1 = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
  const mat3 toSrgb = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
  vec3 v = toAp1 * (radiance * uExposure);
  v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081);
  return clamp(toSrgb * v, 0.0, 1.0);
}

float bayer8(vec2 px) {
  ivec2 p = ivec2(px);
  int x = p.x ^ p.y;
  int y = p.y;
  int rank = ((x & 1) << 5) | ((y & 1) << 4) | ((x & 2) << 2) | ((y & 2) << 1) | ((x & 4) >> 1) | ((y & 4) >> 2);
  return (float(rank) + 0.5) / 64.0;
}

vec3 encodeSrgb(vec3 linear, vec2 px) {
  vec3 high = 1.055 * pow(max(linear, 0.0031308), vec3(1.0 / 2.4)) - 0.055;
  vec3 code = mix(high, linear * 12.92, lessThanEqual(linear, vec3(0.0031308)));
  return floor(code * 255.0 + bayer8(px)) / 255.0;
}
