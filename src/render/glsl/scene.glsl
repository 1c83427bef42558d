// The scene as the fragments see it; its numbers, in capitals, are defined in scene-numbers.ts. World frame and units:
// src/core/frames.ts. Positions marked "rel" are relative to the camera, which keeps float32 exact far from the origin.
precision highp float;
precision highp int;

#define SCENE vScene
flat in vec4 vScene[SCENE_VECTORS];

// Objects, sorted by shape in the order of SHAPES (src/core/palette.ts), six vec4 each (scene-uniforms.ts): centre rel
// and half extent; cos yaw, sin yaw, roughness, 1 / half extent; linear base colour and the radius of the sphere that
// occludes alike; three of the shadow (shadow.glsl). The first FLAT_OBJECTS come as varyings, too.
uniform vec4 uObjects[6 * 8];
#if FLAT_OBJECTS > 0
flat in vec4 vObjects[6 * FLAT_OBJECTS];
#endif
uniform int uShapes[8]; // place in SHAPES

const float WALLS_HALF = 1.0;
const float TUNNEL_START_Z = 1.0;

vec2 imagePixel() {
  return vec2(gl_FragCoord.x, TOP_ROW_FIRST > 0.5 ? gl_FragCoord.y : SIZE_PX.y - gl_FragCoord.y);
}

vec3 rayThrough(vec2 px) {
  vec2 fromCentre = px - 0.5 * SIZE_PX;
  return RAY_CENTRE + fromCentre.x * RAY_RIGHT + fromCentre.y * RAY_DOWN;
}

float awayFromZero(float x) {
  return abs(x) < 1e-9 ? 1e-9 : x;
}
