import { isIP } from 'node:net';
import { Cron } from 'croner';
import proxyAddr from '@fastify/proxy-addr';
import { parseAllowList } from './address-ranges.ts';
import { parseDuration } from '../time/duration.ts';
import { hostName } from './host-name.ts';
import { Unfit, type Parser } from './settings.ts';

/** A rate and the burst above it. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Returns the text unchanged. */
export const text: Parser<string> = (given) => given;

/** Accepts a token that nobody guesses. */
export const longToken: Parser<string> = (given) => {
  if (/^[\x21-\x7e]{32,512}$/.test(given)) return given;
  throw new Unfit('has 32 to 512 characters without spaces, as "openssl rand -hex 32" makes them');
};

/** Accepts a contact: a `mailto:` address or an `https:` URL. */
export const contact: Parser<string> = (given) => {
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(given)) return given;
  throw new Unfit('is a mailto: address or an https: URL');
};

export function whole(min: number, max: number): Parser<number> {
  return (given) => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= min && value <= max) return value;
    throw new Unfit(`is a whole number from ${min} to ${max}`);
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Parser<Choice> {
  return (given) => {
    const choice = choices.find((candidate) => candidate === given);
    if (choice !== undefined) return choice;
    throw new Unfit(`is one of ${choices.join(', ')}`);
  };
}

/** Reads `1` as true and `0` as false. */
export const flag: Parser<boolean> = (given, name) => oneOf('1', '0')(given, name) === '1';

/** Reads a duration. Returns milliseconds. */
export const duration: Parser<number> = (given, name) => parseDuration(name, given);

/** Reads comma-separated durations. Returns milliseconds. */
export const durations: Parser<readonly number[]> = (given, name) =>
  given.split(',').map((entry) => parseDuration(name, entry.trim()));

/** Reads an http or https origin. Returns it without a trailing slash. */
export const origin: Parser<string> = (given) => {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url && isBare && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Unfit('is an http or https origin such as https://parley.example');
};

/** Reads a rate such as `50/s:100`: a number per second, minute or hour, and the burst. */
export const rate: Parser<Rate> = (given) => {
  const match = /^(\d+(?:\.\d+)?)\/(s|m|h):(\d+)$/.exec(given);
  if (match && Number(match[1]) > 0) {
    const seconds = { s: 1, m: 60, h: 3600 }[match[2] as 's' | 'm' | 'h'];
    return { perSecond: Number(match[1]) / seconds, burst: Math.max(1, Number(match[3])) };
  }
  throw new Unfit('is a rate and a burst such as 50/s:100, 10/m:10 or 30/h:30');
};

/** Accepts five cron fields that come up at some time. */
export const cron: Parser<string> = (given) => {
  try {
    const next = new Cron(given.trim(), { mode: '5-part', timezone: 'UTC', paused: true }).nextRun();
    if (next !== null) return given.trim();
  } catch {
    // The same sentence says what is wrong.
  }
  throw new Unfit('takes five cron fields such as 0 3 * * *');
};

/** Accepts the name of a bucket. */
export const bucketName: Parser<string> = (given) => {
  if (/^[\w.-]+$/.test(given)) return given;
  throw new Unfit('is a name of letters, digits, dots and dashes');
};

/** Validates the address ranges that webhooks may reach. Returns text, which `parseAllowList` parses later. */
export const dialRanges: Parser<string> = (given) => {
  attempt(() => parseAllowList(given), 'takes address ranges such as 10.0.0.0/8 or fd00::/8, with commas between');
  return given;
};

/** Reads comma-separated host names. Ignores ports. */
export const hostNames: Parser<readonly string[]> = (given) =>
  given
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => hostName(entry) ?? unfitName());

function unfitName(): never {
  throw new Unfit('takes names such as parley.internal, with commas between');
}

const proxyNames: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Validates the addresses of proxies. Returns text, which the HTTP server parses. */
export const proxies: Parser<string> = (given) => {
  const entries = given.split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '');
  const expected = 'takes addresses and ranges such as 10.0.0.1 or 10.0.0.0/8, with commas between';
  if (!named.every((entry) => proxyNames.has(entry) || isIP(entry.split('/', 1)[0] ?? '') !== 0))
    throw new Unfit(expected);
  attempt(() => proxyAddr.compile(named), expected);
  return given;
};

function attempt(work: () => unknown, expected: string): void {
  try {
    work();
  } catch (error) {
    throw new Unfit(expected, { cause: error });
  }
}
