import fc from 'fast-check';
import { routes } from '@parley/protocol';
import { readCursor, readTimeCursor, writeCursor } from '../../packages/server/src/platform/routing/pages.ts';
import { Refused } from '../../packages/server/src/platform/routing/refusal.ts';
import { between, claim, claimSame, oneOf, textTarget } from '../target.ts';

const time = '2026-01-31T09:00:00.000Z';
const parts = fc.array(
  oneOf(time, '', 'before', '7', '2026', '-1', '+275760-09-13', '2026-02-31T00:00:00.000Z', "'", 'é', '\0', 'cnv_0'),
  { maxLength: 3 },
);

/** The place in a list where a page begins, as it stands in the query, and the size of the page. */
export const cursor = textTarget({
  name: 'cursor',
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
  inputs: fc.oneof(
    parts.map(writeCursor),
    parts.map((sent) => Buffer.from(JSON.stringify({ parts: sent })).toString('base64url')),
    between(-5, 300).map(String),
    fc.constant('1e2'),
  ),
  check(text) {
    const parts = orRefused(() => readCursor(text));
    if (parts !== 'refused') {
      claim(parts !== null && parts.every(isSafe), 'A part holds what no list writes.');
      claimSame(readCursor(writeCursor(parts)), parts, 'what is written and read again');
    }
    const below = orRefused(() => readTimeCursor(text));
    if (below !== 'refused')
      claim(below !== null && isTime(below[0]), `The database cannot read the time ${JSON.stringify(below?.[0])}.`);
    const { data } = routes.listConversations.query.safeParse({ limit: text });
    const isLimit = data === undefined || (Number.isInteger(data.limit) && data.limit >= 1 && data.limit <= 200);
    claim(isLimit, `The limit is ${data?.limit}.`);
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
