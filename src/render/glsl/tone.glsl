// Scene radiance → display: exposure, the ACES filmic curve (Stephen Hill's fit of RRT and ODT), sRGB, and an ordered
// 8 × 8 dither of one code value against banding.
vec3 filmic(vec3 radiance) {
  vec3 v = radiance * EXPOSURE;
  v = mix(v, vec3(dot(v, vec3(0.2126, 0.7152, 0.0722))), 0.04);
  return clamp((v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14), 0.0, 1.0);
}

float bayer8(vec2 px) {
  ivec2 p = ivec2(px);
  int x = p.x ^ p.y;
  int y = p.y;
  int rank = ((x & 1) << 5) | ((y & 1) << 4) | ((x & 2) << 2) | ((y & 2) << 1) | ((x & 4) >> 1) | ((y & 4) >> 2);
  return (float(rank) + 0.5) / 64.0;
}

vec3 encodeSrgb(vec3 linear, vec2 px) {
  // 1.055 x^(1/2.4) − 0.055 as a polynomial in x^(1/4): within 0.009 code values from 0.0031308 to 1 (minimax fit), at
  // a fraction of a power's cost on software GLs.
  vec3 r = sqrt(sqrt(max(linear, 0.0031308)));
  vec3 high = (((0.08132034 * r - 0.33547856) * r + 1.12266211) * r + 0.19614279) * r - 0.0646124;
  vec3 code = mix(high, linear * 12.92, lessThanEqual(linear, vec3(0.0031308)));
  return floor(code * 255.0 + bayer8(px)) / 255.0;
}
