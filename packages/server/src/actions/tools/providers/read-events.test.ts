import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

async function read(pieces: readonly Buffer[], bytesMax = 1_000_000): Promise<string[]> {
  const events: string[] = [];
  const body = async function* () {
    yield* pieces;
  };
  for await (const data of readEvents(body(), bytesMax)) events.push(data);
  return events;
}
const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

describe('server-sent events', () => {
  it('are the same however they are cut into pieces and whatever ends their lines', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((line) => !/[\r\n]/.test(line));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 1, maxLength: 4 })),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        async (events, end, size) => {
          const stream = events.map((lines) => lines.map((line) => `data: ${line}${end}`).join('') + end).join('');
          expect(await read(cut(Buffer.from(`\uFEFF: hi${end}${end}${stream}`), size))).toEqual(
            events.map((lines) => lines.join('\n')),
          );
        },
      ),
    );
  });

  it('that are no messages are passed over', async () => {
    const stream = 'event: other\ndata: 1\n\nevent: message\nid: 7\nretry: 5\ndata:2\n\ndata\n\ndata: never ended';
    expect(await read([Buffer.from(stream)])).toEqual(['2', '']);
  });

  it('are read up to the bound and not a byte further', async () => {
    let given = 0;
    const body = async function* () {
      for (;;) {
        given += 1000;
        yield Buffer.alloc(1000, 'x');
      }
    };
    await expect(readEvents(body(), 10_000).next()).rejects.toMatchObject({ reason: 'answer_too_large' });
    expect(given).toBe(11_000);
  });
});
