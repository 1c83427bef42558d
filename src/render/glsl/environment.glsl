// What a blurred mirror sees from inside the tunnel: walls in their mean radiance, and the two bright ends.

// Share of [−1, 1] in a lobe of width w around x.
float boxShare(float x, float w) {
  float h = 0.5 * w;
  return clamp((clamp(1.0 - x, -h, h) + clamp(1.0 + x, -h, h)) / w, 0.0, 1.0);
}

// Share of a lobe around `direction` that goes out of the tunnel's end.
float openingShare(vec3 world, vec3 direction, float blur) {
  float end = direction.z < 0.0 ? -TUNNEL_END : TUNNEL_START_Z;
  float k = clamp((end - world.z) / awayFromZero(direction.z), 0.0, 1e4);
  vec2 q = world.xy + direction.xy * k;
  float w = max(blur * k, 0.02);
  return boxShare(q.x, w) * boxShare(q.y, w);
}

vec3 environment(vec3 world, vec3 direction, float blur) {
  // The first wall in that direction, the border between two of them as soft as the lobe.
  vec2 side = vec2(direction.x < 0.0 ? -1.0 : 1.0, direction.y < 0.0 ? -1.0 : 1.0);
  vec2 reach = (side - world.xy) / vec2(awayFromZero(direction.x), awayFromZero(direction.y));
  float soft = blur + 0.03;
  float onY = smoothstep(-soft, soft, (reach.x - reach.y) / (reach.x + reach.y));
  vec3 x = direction.x > 0.0 ? WALL_RIGHT : WALL_LEFT;
  vec3 y = direction.y > 0.0 ? WALL_CEILING : WALL_FLOOR;
  return mix(mix(x, y, onY), OPENING, openingShare(world, direction, blur));
}
