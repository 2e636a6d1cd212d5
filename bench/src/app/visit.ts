import type { CDPSession, Page } from '@playwright/test';

/** A phone on a slow line, as Lighthouse simulates it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip, a quarter of the processor. */
const slow = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, processor: 4 };

export interface Visit {
  /** From the navigation until the words are painted. */
  readonly wordsMs: number;
  /** What came over the wire for it, with heads, as it was sent: code and styles; and everything. */
  readonly codeBytes: number;
  readonly allBytes: number;
}

export async function makeSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
}

/** Opens an address and waits for words in it. */
export async function visit(page: Page, path: string, words: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytes = countBytes(session);
  await page.addInitScript({ content: markWords(words) });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('log').getByText(words, { exact: true }).waitFor({ state: 'visible' });
  const mark = await page.waitForFunction(() => performance.getEntriesByName('words')[0]?.startTime);
  const wordsMs = (await mark.jsonValue()) ?? Number.NaN;
  await page.waitForLoadState('load');
  await session.detach();
  return { wordsMs, ...bytes() };
}

/**
 * Notes in the page when the words were painted: whoever asks from outside asks every half second in the end. It is text, since the
 * page does not have what a compiler adds to functions.
 */
const markWords = (words: string) => `{
  const words = ${JSON.stringify(words)};
  const look = () => {
    const isThere = document.querySelector('[role="log"]')?.textContent.includes(words) === true;
    requestAnimationFrame(isThere ? () => performance.mark('words') : look);
  };
  requestAnimationFrame(look);
}`;

function countBytes(session: CDPSession): () => Pick<Visit, 'codeBytes' | 'allBytes'> {
  const code = new Set<string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet' || type === 'Document') code.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  return () => {
    const all = [...sizes];
    const sum = (some: typeof all) => some.reduce((total, [, size]) => total + size, 0);
    return { codeBytes: sum(all.filter(([id]) => code.has(id))), allBytes: sum(all) };
  };
}
