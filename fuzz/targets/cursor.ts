import { readCursor, readLimit, readTimeCursor, writeCursor } from '../../packages/server/src/pages.ts';
import { Refused } from '../../packages/server/src/refusal.ts';
import { claim, claimSame, textTarget } from '../target.ts';

const time = '2026-01-31T09:00:00.000Z';

/** The place in a list where a page begins, as it stands in the query, and the size of the page. */
export const cursor = textTarget({
  name: 'cursor',
  sources: ['src/pages.ts'],
  encoding: 'latin1',
  tokens: [
    writeCursor([time, 'cnv_01KDW3N8G00000000000000000']),
    writeCursor(['before', '12']),
    'WyIi',
    'XQ',
    '=',
    '-',
    '_',
    '+',
    '/',
    '%',
  ],
  make: (random) => {
    const part = () =>
      random.pick([
        time,
        '',
        'before',
        '7',
        '2026',
        '-1',
        '+275760-09-13',
        '2026-02-31T00:00:00.000Z',
        "'",
        'é',
        '\0',
        'cnv_0',
      ]);
    const parts = Array.from({ length: random.below(4) }, part);
    return random.pick([
      writeCursor(parts),
      Buffer.from(JSON.stringify({ parts })).toString('base64url'),
      String(random.between(-5, 300)),
      '1e2',
    ]);
  },
  check(text) {
    const parts = orRefused(() => readCursor({ cursor: text }));
    if (parts !== 'refused') {
      claim(parts !== null && parts.every(isSafe), 'A part holds what no list writes.');
      claimSame(readCursor({ cursor: writeCursor(parts) }), parts, 'what is written and read again');
    }
    const below = orRefused(() => readTimeCursor({ cursor: text }));
    if (below !== 'refused')
      claim(below !== null && isTime(below[0]), `The database cannot read the time ${JSON.stringify(below?.[0])}.`);
    const limit = orRefused(() => readLimit({ limit: text }));
    claim(limit === 'refused' || (Number.isInteger(limit) && limit >= 1 && limit <= 200), `The limit is ${limit}.`);
  },
});

function orRefused<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) return 'refused';
    throw error;
  }
}

function isSafe(part: unknown): boolean {
  return (
    typeof part === 'string' && [...part].every((character) => character > ' ' && character <= 'z' && character !== "'")
  );
}

/** As lists write it: a day and a time that exist, with milliseconds, in UTC. */
function isTime(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}
