/** WebAssembly made from AssemblyScript by tools/assemblyscript-plugin.ts: the module's bytes in base64. */
declare module '*.as.ts?wasm' {
  const base64: string
  export default base64
}
