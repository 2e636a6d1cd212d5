import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { NetworkError } from './errors.ts';
import { PlatformClient } from './platform-client.ts';
import type { Signer } from './signer.ts';

/** Never answers, and gives up when its signal aborts, as `fetch` does. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const give = () => reject(init?.signal?.reason as Error);
    if (init?.signal?.aborted) give();
    init?.signal?.addEventListener('abort', give);
  });

const clientOf = (timeoutMs: number) =>
  new PlatformClient({
    baseUrl: 'http://127.0.0.1:1',
    signer: { headers: async () => ({}) } as unknown as Signer,
    fetch: silent,
    clock: { now: () => Date.now(), sleep: async () => undefined },
    retry: { retries: 0, timeoutMs },
  });

const calling = { name: 'test', method: 'GET', path: '/' } as const;

test('a call that is never answered ends in its time, although memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { signal } = new AbortController();
  const call = clientOf(200).call({ ...calling, signal });
  setTimeout(collect, 20);
  setTimeout(collect, 60);
  await expect(call).rejects.toBeInstanceOf(NetworkError);
});

test('a call ends when its signal aborts, before or after it began', async () => {
  const ending = new AbortController();
  const call = clientOf(60_000).call({ ...calling, signal: ending.signal });
  ending.abort();
  await expect(call).rejects.toBeInstanceOf(NetworkError);
});
