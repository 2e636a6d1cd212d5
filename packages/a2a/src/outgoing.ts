import type { Part } from '@a2a-js/sdk';
import type { AnyContext } from '@parley/agent-sdk';

/** How attachments are fetched, and the largest one that is passed on, in bytes. */
export interface Passing {
  readonly fetch: typeof fetch;
  readonly maxFileBytes: number;
}

/** Returns a person's message as A2A parts: the text, and the attachments that are small enough. */
export async function partsOf(ctx: AnyContext, passing: Passing): Promise<Part[]> {
  const words = ctx.messages.map(({ text }) => text).filter((text) => text !== '');
  const parts = words.map(textPart);
  for (const block of ctx.blocks) {
    if (!('asset_id' in block)) continue;
    const filename = 'filename' in block ? block.filename : block.type;
    parts.push(
      (await filePart(ctx, block.asset_id, filename, passing)) ?? textPart(`(${filename} was too large to pass on.)`),
    );
  }
  return parts.length > 0 ? parts : [textPart(' ')];
}

/** Returns a text as an A2A part. */
export const textPart = (value: string): Part => ({ ...bare, content: { $case: 'text', value } });

const bare = { metadata: undefined, filename: '', mediaType: '' };

async function filePart(ctx: AnyContext, assetId: string, filename: string, passing: Passing): Promise<Part | null> {
  const { url } = await ctx.client.assetUrl(assetId);
  const response = await passing.fetch(url, { signal: ctx.signal });
  if (!response.ok || response.body === null)
    throw new Error(`The attachment ${filename} was answered ${response.status}.`);
  const bytes = await readAtMost(response.body, passing.maxFileBytes);
  if (bytes === null) return null;
  const mediaType = response.headers.get('content-type') ?? 'application/octet-stream';
  return { ...bare, content: { $case: 'raw', value: bytes }, filename, mediaType };
}

/** Returns the whole body, or null if it is longer than `most` bytes; reads no more than that. */
async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
