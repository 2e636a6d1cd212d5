import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limits } from '@parley/protocol';
import type { S3Bucket } from './assets/s3-store.ts';
import { parseDuration } from './duration.ts';
import { readSecretKeys, type SecretKeys } from './secret-keys.ts';

/** Everything an operator can set, parsed and judged once, at start. */
export interface Config extends SecretKeys {
  /** Where the server listens. Port 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** The public URL, without a trailing slash; https switches the cookie's name and HSTS on. Null: made from host and port. */
  readonly baseUrl: string | null;
  /** The folder of the embedded database, of assets and of the generated key. */
  readonly dataDir: string;
  /** A PostgreSQL server; null is the embedded database. */
  readonly databaseUrl: string | null;
  /** Signals between servers over NATS instead of PostgreSQL NOTIFY. */
  readonly natsUrl: string | null;
  /** The bucket that keeps assets; null keeps them in the data folder. */
  readonly assetsS3: S3Bucket | null;
  readonly signup: 'open' | 'closed';
  readonly demo: boolean;
  readonly rateLimits: RateLimits | null;
  /** CIDRs that webhooks may dial although they are not public, comma-separated. */
  readonly webhookAllow: string;
  /** CIDRs of the proxies whose `X-Forwarded-For` is believed, comma-separated; empty believes none. */
  readonly trustedProxies: string;
  /** Connections of the whole server at once, and of one address that no proxy is at. */
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly toolsFile: string | null;
  /** A variable that the tools file quotes, or null where it is not set. A function, so that no value stands in the configuration. */
  readonly variable: (name: string) => string | null;
  /** Milliseconds between one attempt and the next. */
  readonly retryDelaysMs: readonly number[];
  readonly maxAttempts: number;
  readonly startingCoins: number;
  readonly approvalTtlMs: number;
  readonly logLevel: string;
}

/** Requests a second and the burst above it, by who is counted. */
export interface RateLimits {
  readonly credential: Rate;
  readonly session: Rate;
  readonly signIn: Rate;
  readonly signUp: Rate;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment; throws one sentence that names the variable where a value cannot be used. */
export function readConfig(env: Env = process.env): Config {
  const read = (name: string) => readSetting(env, name);
  const databaseUrl = read('DATABASE_URL');
  const dataDir = resolve(read('PARLEY_DATA_DIR') ?? './data');
  return {
    host: read('PARLEY_HOST') ?? '127.0.0.1',
    port: whole('PARLEY_PORT', read('PARLEY_PORT') ?? '4600', 0, 65_535),
    baseUrl: baseUrl(read('PARLEY_BASE_URL')),
    dataDir,
    databaseUrl,
    natsUrl: read('NATS_URL'),
    ...readSecretKeys(read, databaseUrl === null ? dataDir : null),
    assetsS3: s3Bucket(read),
    signup: oneOf('PARLEY_SIGNUP', read('PARLEY_SIGNUP') ?? 'open', ['open', 'closed']),
    demo: oneOf('PARLEY_DEMO', read('PARLEY_DEMO') ?? (databaseUrl === null ? '1' : '0'), ['1', '0']) === '1',
    rateLimits: rateLimits(read),
    webhookAllow: read('PARLEY_WEBHOOK_ALLOW') ?? '',
    trustedProxies: read('PARLEY_TRUSTED_PROXIES') ?? '',
    maxConnections: whole('PARLEY_MAX_CONNECTIONS', read('PARLEY_MAX_CONNECTIONS') ?? '20000', 1, 1e6),
    maxConnectionsPerAddress: whole(
      'PARLEY_MAX_CONNECTIONS_PER_ADDRESS',
      read('PARLEY_MAX_CONNECTIONS_PER_ADDRESS') ?? '2000',
      1,
      1e6,
    ),
    toolsFile: read('PARLEY_TOOLS_FILE'),
    variable: read,
    retryDelaysMs: (read('PARLEY_RETRY_SCHEDULE')?.split(',') ?? limits.retryDelays).map((text) =>
      parseDuration('PARLEY_RETRY_SCHEDULE', text.trim()),
    ),
    maxAttempts: whole('PARLEY_MAX_ATTEMPTS', read('PARLEY_MAX_ATTEMPTS') ?? String(limits.attemptsMax), 1, 100),
    startingCoins: whole('PARLEY_STARTING_COINS', read('PARLEY_STARTING_COINS') ?? '100', 0, 1e9),
    approvalTtlMs: parseDuration('PARLEY_APPROVAL_TTL', read('PARLEY_APPROVAL_TTL') ?? `${limits.approvalHours}h`),
    logLevel: oneOf('PARLEY_LOG_LEVEL', read('PARLEY_LOG_LEVEL') ?? 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
  };
}

/** `NAME`, or the content of the file that `NAME_FILE` names, as container platforms hand over secrets. */
function readSetting(env: Env, name: string): string | null {
  const file = env[`${name}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : env[name];
  return value === undefined || value === '' ? null : value;
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${name} is a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

function oneOf<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new Error(`${name} is one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`);
}

function baseUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) return url.origin;
  throw new Error(
    `PARLEY_BASE_URL is an http or https origin such as https://parley.example, not ${JSON.stringify(text)}.`,
  );
}

/** All five settings of a bucket, or none. */
function s3Bucket(read: (name: string) => string | null): S3Bucket | null {
  const [endpoint, bucket, region, key, secret] = bucketSettings.map((name) => read(`PARLEY_ASSETS_S3_${name}`));
  if (!endpoint && !bucket && !region && !key && !secret) return null;
  if (endpoint && bucket && key && secret && /^[\w.-]+$/.test(bucket)) {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
      return { endpoint: url.origin, bucket, region: region ?? 'us-east-1', key, secret };
    }
  }
  throw new Error(
    'Assets in a bucket need PARLEY_ASSETS_S3_ENDPOINT (an http or https origin), _BUCKET (a name), _KEY and _SECRET.',
  );
}

const bucketSettings = ['ENDPOINT', 'BUCKET', 'REGION', 'KEY', 'SECRET'];

function rateLimits(read: (name: string) => string | null): RateLimits | null {
  if (oneOf('PARLEY_RATE_LIMIT', read('PARLEY_RATE_LIMIT') ?? 'on', ['on', 'off']) === 'off') return null;
  const rate = (name: string, perSecond: number, burst: number): Rate => {
    const text = read(name);
    if (text === null) return { perSecond, burst };
    const match = /^(\d+(?:\.\d+)?)\/(s|m):(\d+)$/.exec(text);
    if (!match)
      throw new Error(`${name} is a rate and a burst such as 50/s:100 or 10/m:10, not ${JSON.stringify(text)}.`);
    return { perSecond: Number(match[1]) / (match[2] === 'm' ? 60 : 1), burst: Math.max(1, Number(match[3])) };
  };
  return {
    credential: rate('PARLEY_RATE_CREDENTIAL', 50, 100),
    session: rate('PARLEY_RATE_SESSION', 20, 60),
    signIn: rate('PARLEY_RATE_SIGN_IN', 10 / 60, 10),
    signUp: rate('PARLEY_RATE_SIGN_UP', 100 / 60, 100),
  };
}
