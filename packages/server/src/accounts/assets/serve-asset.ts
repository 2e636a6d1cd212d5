import { RangeNotSatisfiable } from '../../platform/routing/refusal.ts';
import type { BytesAnswer, RequestHeaders } from '../../platform/routing/route.ts';
import type { AssetRow } from './asset.ts';
import { contentDisposition } from './content-disposition.ts';
import { parseRange } from './parse-range.ts';
import type { AssetStore } from './store.ts';

/**
 * Answers with an asset's bytes or the requested range. No browser runs them: the type is fixed, the content is
 * sandboxed, and only images, audio and video open in place.
 */
export async function serveAsset(
  store: AssetStore,
  asset: AssetRow,
  request: RequestHeaders,
  cacheSeconds: number,
): Promise<BytesAnswer> {
  const etag = `"${asset.sha256.toString('hex')}"`;
  const headers = {
    etag,
    'cache-control': `private, max-age=${cacheSeconds}`,
    // The browser's cache must not serve one person's copy to the next person who signs in.
    vary: 'Cookie',
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  if (matches(request['if-none-match'], etag)) return { status: 304, headers, bytes: null };
  const size = asset.size_bytes;
  const isSame = request['if-range'] === undefined || request['if-range'] === etag;
  const range = isSame ? parseRange(request.range, size) : null;
  if (range === 'unsatisfiable') throw new RangeNotSatisfiable(size);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-type': asset.mime,
      'content-length': String(last - first + 1),
      'content-disposition': contentDisposition(asset),
      ...(range ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
    },
    bytes: await store.get(asset.asset_id, { first, last }),
  };
}

/** Compares If-None-Match weakly: a proxy may have weakened the tag. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
