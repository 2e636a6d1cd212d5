import type { Readable } from 'node:stream';
import { GatheredBytes } from './gathered-bytes.ts';

/** At most this many bytes of a provider's answer become content. */
export const answerBytesMax = 64 * 1024;

/** At most this many bytes of a tool server's answer or line are read. */
export const messageBytesMax = 1024 * 1024;

/** Reads a body to its end as text. Returns null, and stops reading, if it is larger than `bytesMax`. */
export async function readAnswer(body: Readable, bytesMax: number): Promise<string | null> {
  const bytes = new GatheredBytes();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (bytes.length + chunk.length > bytesMax) return null;
    bytes.append(chunk);
  }
  return bytes.takeText();
}

/**
 * Returns the content of an answer: JSON if the content type says so or is missing, else text; null if the answer is
 * empty.
 */
export function contentOf(text: string, contentType: string): unknown {
  if (text === '') return null;
  if (contentType !== '' && !/^[^;]*\bjson\s*(?:;|$)/i.test(contentType)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
