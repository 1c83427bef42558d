layout(location = 0) out vec4 outColor;
// id, depth in mm (low byte, high byte), bits of the objects that the pixel's centre ray meets.
layout(location = 1) out vec4 outData;

vec2 depthBytes(float depthM) {
  float mm = min(floor(depthM * 1000.0 + 0.5), 65534.0);
  float high = floor(mm / 256.0);
  return vec2(mm - 256.0 * high, high) / 255.0;
}

void main() {
  vec2 px = imagePixel();
  vec3 d = rayThrough(px);
  WallHit hit = hitWall(d);
  outColor = vec4(encodeSrgb(filmic(wallRadiance(d, hit)), px), 1.0);
  outData = vec4(0.0, inTunnel(hit.u) > 0.5 ? depthBytes(hit.t) : vec2(1.0), 0.0);
}
