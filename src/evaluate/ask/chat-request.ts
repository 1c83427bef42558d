import type { AskSetup } from './ask-setup.ts'

/**
 * The body of one OpenAI-compatible chat completion: the image, then the question (vLLM, SGLang, llama.cpp, Ollama and
 * the hosted servers read the same form).
 *
 * @param imageDataUri `data:image/png;base64,…`
 */
export function chatRequest(
  model: string,
  text: string,
  imageDataUri: string,
  setup: AskSetup,
): Readonly<Record<string, unknown>> {
  const system = setup.systemPrompt ? [{ role: 'system', content: setup.systemPrompt }] : []
  const question = setup.suffix ? `${text} ${setup.suffix}` : text
  const body = {
    model,
    messages: [
      ...system,
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: imageDataUri } },
          { type: 'text', text: question },
        ],
      },
    ],
    max_tokens: setup.maxTokens,
    temperature: setup.temperature,
    stream: false,
    ...(setup.protocol === 'logits' ? { logprobs: true, top_logprobs: setup.topLogprobs } : {}),
    ...setup.extraBody,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}
