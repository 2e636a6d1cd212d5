import { isIP } from 'node:net';
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

/** Takes the text as it is. */
export const text: Parser<string> = (given) => given;

/** Where somebody is reached. */
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

/** `1` is true, `0` false. */
export const flag: Parser<boolean> = (given, name) => oneOf('1', '0')(given, name) === '1';

/** Milliseconds of a duration. */
export const duration: Parser<number> = (given, name) => parseDuration(name, given);

/** Milliseconds of durations with commas between. */
export const durations: Parser<readonly number[]> = (given, name) =>
  given.split(',').map((entry) => parseDuration(name, entry.trim()));

/** An http or https origin, without a trailing slash. */
export const origin: Parser<string> = (given) => {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url && isBare && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Unfit('is an http or https origin such as https://parley.example');
};

/** A rate as `50/s:100`: a number for each second or minute, and the burst. */
export const rate: Parser<Rate> = (given) => {
  const match = /^(\d+(?:\.\d+)?)\/(s|m):(\d+)$/.exec(given);
  if (match && Number(match[1]) > 0) {
    return { perSecond: Number(match[1]) / (match[2] === 'm' ? 60 : 1), burst: Math.max(1, Number(match[3])) };
  }
  throw new Unfit('is a rate and a burst such as 50/s:100 or 10/m:10');
};

/** The name of a bucket. */
export const bucketName: Parser<string> = (given) => {
  if (/^[\w.-]+$/.test(given)) return given;
  throw new Unfit('is a name of letters, digits, dots and dashes');
};

/** Ranges that webhooks may dial. They stay text, which their reader takes apart. */
export const dialRanges: Parser<string> = (given) => {
  attempt(() => parseAllowList(given), 'takes address ranges such as 10.0.0.0/8 or fd00::/8, with commas between');
  return given;
};

/** Names of hosts with commas between. A port behind one says nothing. */
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

/** Addresses of proxies. They stay text, which the HTTP server takes apart. */
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
