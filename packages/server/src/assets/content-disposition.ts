import type { AssetRow } from './asset.ts';

/** Pictures, sounds and films open in place; everything else is saved. The name stands there in ASCII and as RFC 5987 has it. */
export function contentDisposition({ mime, filename }: Pick<AssetRow, 'mime' | 'filename'>): string {
  const type = /^(?:image|audio|video)\//.test(mime) ? 'inline' : 'attachment';
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extendedValue(filename)}`;
}

/** Percent-encodes all but the characters that RFC 5987 lets stand. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
