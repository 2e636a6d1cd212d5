import { nameByBytes } from '@parley/protocol';
import type { AssetRow } from './asset.ts';

/**
 * Builds the Content-Disposition header: images, audio and video open in place, everything else is a download. The
 * extension of the name follows from the bytes. The name is given in ASCII and in the encoding of RFC 5987.
 */
export function contentDisposition({ mime, filename: given }: Pick<AssetRow, 'mime' | 'filename'>): string {
  const filename = nameByBytes(given, mime);
  const type = /^(?:image|audio|video)\//.test(mime) ? 'inline' : 'attachment';
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extendedValue(filename)}`;
}

/** Percent-encodes everything except the characters that RFC 5987 allows. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
