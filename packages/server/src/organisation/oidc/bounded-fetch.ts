import type { CustomFetch } from 'openid-client';
import { GatheredBytes } from '../../actions/tools/providers/gathered-bytes.ts';

const timeoutMs = 10_000;
const answerBytesMax = 1024 * 1024;

/**
 * Fetches from a provider: within 10 seconds, without redirects, and at most 1 MiB of answer. Rejects where the answer
 * is longer.
 */
export const boundedFetch: CustomFetch = async (url, { signal, ...options }) => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await fetchWhole(url, { ...options, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal });
  } finally {
    clearTimeout(timer);
  }
};

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
