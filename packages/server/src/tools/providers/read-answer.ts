import type { Readable } from 'node:stream';

/** At most this much of a provider's answer becomes content, in bytes. */
export const answerBytesMax = 64 * 1024;

/** Reads a body to its end; null where it is too large, and the rest is not read. */
export async function readAnswer(body: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The content that an answer stands for: JSON where it says so or says nothing, text otherwise, null where it is empty. */
export function contentOf(body: Buffer, contentType: string): unknown {
  const text = body.toString('utf8');
  if (text === '') return null;
  if (contentType !== '' && !/^[^;]*\bjson\s*(?:;|$)/i.test(contentType)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
