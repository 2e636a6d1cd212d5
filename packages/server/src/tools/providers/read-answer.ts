import type { Readable } from 'node:stream';
import { GatheredBytes } from './gathered-bytes.ts';

/** At most this much of a provider's answer becomes content, in bytes. */
export const answerBytesMax = 64 * 1024;

/** At most this much of what a tool server says in one answer, or in one line, is read, in bytes. */
export const messageBytesMax = 1024 * 1024;

/** Reads a body to its end, as text; null where it is larger than `bytesMax`, and the rest is not read. */
export async function readAnswer(body: Readable, bytesMax: number): Promise<string | null> {
  const bytes = new GatheredBytes();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (bytes.length + chunk.length > bytesMax) return null;
    bytes.append(chunk);
  }
  return bytes.takeText();
}

/** The content that an answer stands for: JSON where it says so or says nothing, text otherwise, null where it is empty. */
export function contentOf(text: string, contentType: string): unknown {
  if (text === '') return null;
  if (contentType !== '' && !/^[^;]*\bjson\s*(?:;|$)/i.test(contentType)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
