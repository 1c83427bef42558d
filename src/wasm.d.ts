/** WebAssembly made from AssemblyScript by tools/assemblyscript-plugin.ts: the module's bytes in base64url. */
declare module '*.as.ts?wasm' {
  const base64url: string
  export default base64url
}
