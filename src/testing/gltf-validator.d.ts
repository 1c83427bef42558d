/** The validator ships no types; this is what the tests use. */
declare module 'gltf-validator' {
  interface Report {
    readonly issues: { readonly messages: readonly { readonly code: string; readonly message: string }[] }
    readonly info: Readonly<Record<string, unknown>>
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>
}
