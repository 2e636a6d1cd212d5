import { heapMib, scrollBack } from './scroll-back.ts';
import { openApp } from './open-app.ts';
import { makeRoom } from './rooms.ts';
import { printTable } from './table.ts';
import type { Row } from './table.ts';
import { makeSlow, visit } from './visit.ts';

// What the web app costs those who open it, in Debian's Chromium against the built server. Each line beside its goal.
const long = 10_000;
const repeats = 5;

const app = await openApp();
try {
  const rows: Row[] = [];
  const writer = await app.newPage();
  const small = await makeRoom(writer, 30);
  const cold: Awaited<ReturnType<typeof visit>>[] = [];
  const slowly: { cold: number; warm: number }[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const page = await app.newPage();
    cold.push(await visit(page, small, 'Message 30.'));
    await page.context().close();
    const phone = await app.newPage();
    await makeSlow(phone);
    const first = await visit(phone, small, 'Message 30.');
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const again = await visit(phone, small, 'Message 30.');
    slowly.push({ cold: first.wordsMs, warm: again.wordsMs });
    await phone.context().close();
  }
  const kb = (bytes: number) => bytes / 1000;
  rows.push(
    {
      what: 'first visit to a room, code and styles on the wire',
      unit: 'KB',
      values: cold.map(({ codeBytes }) => kb(codeBytes)),
      most: 130,
    },
    {
      what: 'first visit to a room, everything on the wire',
      unit: 'KB',
      values: cold.map(({ allBytes }) => kb(allBytes)),
    },
    {
      what: 'slow line, quarter of a processor: words of the room',
      unit: 's',
      values: slowly.map((ms) => ms.cold / 1000),
      most: 3.5,
    },
    {
      what: 'the same, for somebody who was here before',
      unit: 's',
      values: slowly.map(({ warm }) => warm / 1000),
      most: 1.5,
    },
  );

  const path = await makeRoom(writer, long);
  const newest: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const page = await app.newPage();
    newest.push((await visit(page, path, `Message ${long}.`)).wordsMs / 1000);
    await page.context().close();
  }
  const reader = await app.newPage();
  await visit(reader, path, `Message ${long}.`);
  const before = await heapMib(reader);
  const back = await scrollBack(reader);
  const after = await heapMib(reader);
  rows.push(
    { what: `${long.toLocaleString('en')} messages: the newest is painted`, unit: 's', values: newest, most: 1 },
    {
      what: 'thrown back to the first, the longest halt',
      unit: 's',
      values: [back.hasArrived ? back.longestHaltMs / 1000 : Number.POSITIVE_INFINITY],
      most: 1,
    },
    { what: 'thrown back to the first, in all', unit: 's', values: [back.seconds] },
    {
      what: 'memory of the page at the end of it, beside its beginning',
      unit: 'MiB',
      values: [after - before],
      most: 64,
    },
  );
  printTable(rows);
} finally {
  await app.close();
}
