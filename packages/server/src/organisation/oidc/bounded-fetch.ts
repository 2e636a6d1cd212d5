import type { CustomFetch } from 'openid-client';
import { GatheredBytes } from '../../actions/tools/providers/gathered-bytes.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { withinLimit } from '../../platform/time/within-limit.ts';

const timeoutMs = 10_000;
const answerBytesMax = 1024 * 1024;

/**
 * Fetches from a provider: within 10 seconds, without redirects, and at most 1 MiB of answer. Rejects where the answer
 * is longer.
 */
export const boundedFetch: CustomFetch = (url, { signal: given, ...options }) =>
  withinLimit(systemClock, timeoutMs, (signal) => fetchWhole(url, { ...options, signal }), given ? [given] : []);

async function fetchWhole(url: string, options: object): Promise<Response> {
  const response = await fetch(url, {
    ...options,
    redirect: 'manual',
  });
  const gathered = new GatheredBytes();
  for await (const piece of response.body ?? []) {
    if (gathered.length + (piece as Uint8Array).length > answerBytesMax)
      throw new Error('The answer of the provider is too long.');
    gathered.append(piece as Uint8Array);
  }
  const hasBody = ![101, 204, 205, 304].includes(response.status);
  return new Response(hasBody ? gathered.takeText() : null, { status: response.status, headers: response.headers });
}
