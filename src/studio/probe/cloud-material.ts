import { Color, ShaderMaterial } from 'three'

/** Round points of one size on the screen: full for canonical poles, rings for their opposites; what is not selected fades. */
export function createCloudMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { sizePx: { value: 8 }, fade: { value: 0 }, accent: { value: new Color() } },
    vertexShader: `
      attribute vec3 tint;
      attribute float ring;
      attribute float state; // -1 hidden, 0 plain, 1 selected, 2 pointed at
      uniform float sizePx;
      varying vec3 vTint;
      varying float vRing;
      varying float vState;
      void main() {
        vTint = tint;
        vRing = ring;
        vState = state;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = state < -0.5 ? 0.0 : sizePx * (state > 1.5 ? 2.4 : state > 0.5 ? 1.35 : 1.0);
      }`,
    fragmentShader: `
      uniform float fade;
      uniform vec3 accent;
      varying vec3 vTint;
      varying float vRing;
      varying float vState;
      void main() {
        float r = length(gl_PointCoord - 0.5) * 2.0;
        float soft = 0.16;
        float alpha = 1.0 - smoothstep(1.0 - soft, 1.0, r);
        bool pointed = vState > 1.5;
        float hole = pointed ? 0.72 : vRing * 0.52;
        if (hole > 0.0) alpha *= smoothstep(hole - soft, hole, r);
        if (alpha < 0.02 || vState < -0.5) discard;
        float shown = vState > 0.5 ? 1.0 : mix(0.92, 0.14, fade);
        gl_FragColor = vec4(pointed ? accent : vTint, alpha * shown);
      }`,
  })
}
