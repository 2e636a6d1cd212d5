import { fastifyCookie } from '@fastify/cookie';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../../packages/server/src/http/doors/session-cookie.ts';
import { claimSame, oneOf, textTarget, words } from '../target.ts';

const pair = words(
  ['parley_session', '__Host-parley_session', 'PARLEY_SESSION', ' parley_session ', '__proto__', 'a', ''],
  ['=', '=', ' = ', ''],
  ['abc_-', '"abc"', 'a=b', '%61', '%zz', '', ' x ', '%E0%A4%A'],
);

/** The Cookie header, as the door finds the session's token in it. */
export const cookie = textTarget({
  name: 'cookie',
  encoding: 'latin1',
  tokens: [
    'parley_session',
    '__Host-parley_session',
    '=',
    ';',
    '; ',
    '%41',
    '%',
    '%00',
    '"',
    '__proto__=',
    'constructor=',
    '\t',
  ],
  inputs: fc
    .tuple(fc.array(pair, { minLength: 1, maxLength: 4 }), oneOf(';', '; ', ' ;', ','))
    .map(([pairs, separator]) => pairs.join(separator)),
  check(header) {
    const request = { cookies: header === '' ? {} : fastifyCookie.parse(header) } as unknown as FastifyRequest;
    for (const [baseUrl, name] of [
      ['http://127.0.0.1:4600', 'parley_session'],
      ['https://parley.example', '__Host-parley_session'],
    ] as const) {
      claimSame(sessionCookie({ baseUrl }).read(request), readByHand(header, name), `the value of ${name}`);
    }
  },
});

/** The first pair of that name counts; white space around the name and the value does not. */
function readByHand(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || trim(pair.slice(0, equals)) !== name) continue;
    return decoded(trim(pair.slice(equals + 1)));
  }
  return null;
}

function trim(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
