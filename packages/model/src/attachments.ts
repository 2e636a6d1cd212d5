import { RefusedError, type AnyContext } from '@parley/agent-sdk';
import type { FilePart, ImagePart, TextPart } from 'ai';
import { readAtMost } from './read-at-most.ts';
import { wordsOf } from './words-of.ts';

export type Part = FilePart | ImagePart | TextPart;

const imageBytes = 5 * 1024 * 1024;
const textBytes = 200 * 1024;
/** How many files of one message are read; further ones are only named. */
const mostFiles = 10;
const imageTypes = ['image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** Returns the words and files of a delivery as a model reads them. What it cannot read is named. */
export async function partsOf(ctx: AnyContext, images: boolean): Promise<Part[]> {
  const parts: Part[] = wordsOf(ctx).map(textPart);
  let count = 0;
  for (const block of ctx.blocks) {
    if (!('asset_id' in block)) continue;
    const name = 'filename' in block ? block.filename : block.type;
    count += 1;
    parts.push(
      count > mostFiles ? unread(name, 'there are too many') : await filePart(ctx, block.asset_id, name, images),
    );
  }
  return parts.length > 0 ? parts : [textPart('(no words)')];
}

const textPart = (text: string): TextPart => ({ type: 'text', text });

const unread = (name: string, why: string) =>
  textPart(`[The person sent the file ${name}, which you cannot read: ${why}.]`);

async function filePart(ctx: AnyContext, assetId: string, name: string, images: boolean): Promise<Part> {
  const url = await linkTo(ctx, assetId);
  if (url === null) return unread(name, 'it is not in a conversation of yours');
  const response = await fetch(url, { signal: ctx.signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return unread(name, `it was answered ${response.status}`);
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  const isImage = type.startsWith('image/');
  if (isImage && (!images || !imageTypes.includes(type))) {
    await response.body.cancel();
    return unread(name, images ? `its type is ${type}` : 'you read no images');
  }
  const bytes = await readAtMost(response.body, isImage ? imageBytes : textBytes);
  if (bytes === null) return unread(name, 'it is too large');
  if (isImage) return { type: 'image', image: bytes, mediaType: type };
  const text = textIn(bytes);
  return text === null ? unread(name, 'it holds no text') : textPart(`File ${name}:\n\n${text}`);
}

/** Returns null for a file that this agent may not read, as in the call of an agent in another room. */
async function linkTo(ctx: AnyContext, assetId: string): Promise<string | null> {
  try {
    return (await ctx.client.assetUrl(assetId)).url;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'asset_not_found') return null;
    throw error;
  }
}

/** The platform knows text only as bytes, so the bytes decide. */
function textIn(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
