// The scene as the shaders see it. World frame and units: src/core/frames.ts. Positions marked "rel" are relative to
// the camera, which keeps float32 exact far from the origin.
precision highp float;
precision highp int;

uniform vec2 uSizePx;
// 1: gl's bottom row is the image's top row (read-back wants the top row first); 0: the usual way up.
uniform float uTopRowFirst;
uniform vec3 uEye;
// World directions: one pixel right, one pixel down, and the image's centre. Depth 1 along the optical axis, so that
// a ray's parameter is the planar depth.
uniform mat3 uRays;

uniform float uTunnelEnd; // length, m
uniform float uFog;       // extinction, 1/m

uniform vec3 uSunDirection;
uniform vec2 uSunInverse; // 1 / (x, y) of it
uniform vec3 uSun;      // radiance of white facing the sun
uniform vec3 uSky;      // radiance of white under the sky's ambient light
uniform vec3 uOpening;  // radiance seen through the tunnel's two ends
uniform vec3 uWall[4];  // mean radiance of the walls: right, ceiling, left, floor
uniform vec3 uWallMean;
uniform vec3 uHaze;     // radiance of thick fog
uniform vec3 uExposure;

// Objects, sorted by shape in the order of SHAPES (src/core/palette.ts).
uniform vec4 uCenter[8];  // centre rel, half extent
uniform float uInverseSize[8]; // 1 / half extent
uniform vec4 uPose[8];    // cos yaw, sin yaw, roughness, id
uniform vec4 uColor[8];   // linear base colour, radius of the sphere that occludes alike
uniform vec4 uShadow[24]; // three a shape: see shadow.glsl
uniform int uShapes[8];   // place in SHAPES

const float WALLS_HALF = 1.0;
const float TUNNEL_START_Z = 1.0;

vec2 imagePixel() {
  return vec2(gl_FragCoord.x, uTopRowFirst > 0.5 ? gl_FragCoord.y : uSizePx.y - gl_FragCoord.y);
}

vec3 rayThrough(vec2 px) {
  vec2 fromCentre = px - 0.5 * uSizePx;
  return uRays[2] + fromCentre.x * uRays[0] + fromCentre.y * uRays[1];
}

float awayFromZero(float x) {
  return abs(x) < 1e-9 ? 1e-9 : x;
}
