/** Bytes of a file in which ids are looked for. */
const HEAD_BYTES = 65_536

/** Question ids of the first rows of a file of answers: they tell which dataset was asked. */
export async function firstQuestionIds(file: Blob): Promise<string[]> {
  const head = await file.slice(0, HEAD_BYTES).text()
  return [...head.matchAll(/"questionId"\s*:\s*"([^"\\]{1,200})"/g)].map(match => match[1]!)
}
