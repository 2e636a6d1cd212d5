import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limits } from '@parley/protocol';
import type { S3Bucket } from './s3-bucket.ts';
import { postgresUrl, natsUrl } from './database-url.ts';
import { isLoopback } from './loopback.ts';
import { readSecretKeys, type SecretKeys } from './secret-keys.ts';
import {
  bucketName,
  contact,
  dialRanges,
  duration,
  durations,
  flag,
  hostNames,
  oneOf,
  origin,
  proxies,
  rate,
  text,
  whole,
  type Rate,
} from './setting-parsers.ts';
import { settingSource, type Env } from './setting-source.ts';
import { optional, readSettings, secret, setting, type Setting, type Values } from './settings.ts';
import { refuseUnknownSettings } from './unknown-settings.ts';

/** What an operator can set, a row a setting. Each stands in docs/running.md with the same default. */
const plain = {
  /** Where the server listens. Port 0 takes a free one. */
  host: setting('PARLEY_HOST', text, '127.0.0.1'),
  port: setting('PARLEY_PORT', whole(0, 65_535), '4600'),
  /** The public URL, without a trailing slash; https switches the cookie's name and HSTS on. Null: made from host and port. */
  baseUrl: optional('PARLEY_BASE_URL', origin),
  /** Further names that the server goes by, besides `localhost`, IP addresses, `host` and the one in `baseUrl`. */
  allowedHosts: setting('PARLEY_ALLOWED_HOSTS', hostNames, ''),
  /** The folder of the embedded database, of assets and of the generated key. */
  dataDir: setting('PARLEY_DATA_DIR', (given) => resolve(given), './data'),
  /** A PostgreSQL server; null is the embedded database. */
  databaseUrl: secret('DATABASE_URL', postgresUrl),
  /** Signals between servers over NATS instead of PostgreSQL NOTIFY. */
  natsUrl: secret('NATS_URL', natsUrl),
  signup: setting('PARLEY_SIGNUP', oneOf('open', 'closed'), 'open'),
  /** CIDRs that webhooks may dial although they are not public, comma-separated. */
  webhookAllow: setting('PARLEY_WEBHOOK_ALLOW', dialRanges, ''),
  /** CIDRs of the proxies whose `X-Forwarded-For` is believed, comma-separated; empty believes none. */
  trustedProxies: setting('PARLEY_TRUSTED_PROXIES', proxies, ''),
  /** Connections of the whole server at once, and of one address that no proxy is at. */
  maxConnections: setting('PARLEY_MAX_CONNECTIONS', whole(1, 1e6), '20000'),
  maxConnectionsPerAddress: setting('PARLEY_MAX_CONNECTIONS_PER_ADDRESS', whole(1, 1e6), '2000'),
  /** Where whoever runs a push service finds the operator, `mailto:` or `https:`; null: the public URL. */
  pushContact: optional('PARLEY_PUSH_CONTACT', contact),
  toolsFile: optional('PARLEY_TOOLS_FILE', text),
  /** Milliseconds between one attempt and the next. */
  retryDelaysMs: setting('PARLEY_RETRY_SCHEDULE', durations, limits.retryDelays.join(',')),
  maxAttempts: setting('PARLEY_MAX_ATTEMPTS', whole(1, 100), String(limits.attemptsMax)),
  startingCoins: setting('PARLEY_STARTING_COINS', whole(0, 1e9), '100'),
  approvalTtlMs: setting('PARLEY_APPROVAL_TTL', duration, `${limits.approvalHours}h`),
  /** What a person may have: agents, conversations that they opened, bytes of assets, event streams of one server. */
  agentsMax: setting('PARLEY_QUOTA_AGENTS', whole(1, 1e6), '100'),
  conversationsMax: setting('PARLEY_QUOTA_ROOMS', whole(1, 1e9), '5000'),
  assetBytesMax: setting('PARLEY_QUOTA_ASSET_BYTES', whole(1, 1e15), '1073741824'),
  eventStreamsMax: setting('PARLEY_QUOTA_EVENT_STREAMS', whole(1, 1e6), '20'),
  /** Bytes of assets that an agent may have. */
  agentAssetBytesMax: setting('PARLEY_QUOTA_AGENT_ASSET_BYTES', whole(1, 1e15), '1073741824'),
  /** How many approvals of one agent may wait for one person. */
  openApprovalsMax: setting('PARLEY_QUOTA_OPEN_APPROVALS', whole(1, 1e6), '50'),
  /** How long a server that is to stop serves on, with /readyz red, so that proxies send nothing more when it drains. */
  drainDelayMs: setting('PARLEY_DRAIN_DELAY', duration, '0s'),
  /** How long what people deleted and work that is over are kept, and how long the log of deliveries. */
  retentionOfDeletedMs: setting('PARLEY_RETENTION_DELETED', duration, '30d'),
  retentionOfLogMs: setting('PARLEY_RETENTION_LOG', duration, '90d'),
};

/** What is read alike, and is put together or filled in from other settings before anybody sees it. */
const composed = {
  logLevel: optional('PARLEY_LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  demo: optional('PARLEY_DEMO', flag),
  rateLimit: setting('PARLEY_RATE_LIMIT', oneOf('on', 'off'), 'on'),
  rateOfCredential: setting('PARLEY_RATE_CREDENTIAL', rate, '50/s:100'),
  rateOfSession: setting('PARLEY_RATE_SESSION', rate, '20/s:60'),
  rateOfSignIn: setting('PARLEY_RATE_SIGN_IN', rate, '10/m:10'),
  rateOfSignInAddress: setting('PARLEY_RATE_SIGN_IN_ADDRESS', rate, '30/m:30'),
  rateOfSignInAccount: setting('PARLEY_RATE_SIGN_IN_ACCOUNT', rate, '100/m:100'),
  rateOfSignUp: setting('PARLEY_RATE_SIGN_UP', rate, '100/m:100'),
  s3Endpoint: optional('PARLEY_ASSETS_S3_ENDPOINT', origin),
  s3Bucket: optional('PARLEY_ASSETS_S3_BUCKET', bucketName),
  s3Region: setting('PARLEY_ASSETS_S3_REGION', text, 'us-east-1'),
  s3Key: secret('PARLEY_ASSETS_S3_KEY', text),
  s3Secret: secret('PARLEY_ASSETS_S3_SECRET', text),
  secretKey: secret('PARLEY_SECRET_KEY', text),
  otherSecretKeys: secret('PARLEY_OTHER_SECRET_KEYS', text),
  pseudonymKey: secret('PARLEY_PSEUDONYM_KEY', text),
};

/** Every setting that the server reads. */
export const settings: readonly Setting<unknown>[] = Object.values({ ...plain, ...composed });

/** Everything an operator can set, parsed and judged once, at start. */
export interface Config extends Values<typeof plain>, SecretKeys {
  /** The bucket that keeps assets; null keeps them in the data folder. */
  readonly assetsS3: S3Bucket | null;
  readonly demo: boolean;
  /** At a terminal only what is wrong is told, unless somebody asks for more. */
  readonly logLevel: NonNullable<Values<typeof composed>['logLevel']>;
  /** Whether webhooks may reach this machine over http: the server is for whoever sits at it, and nobody comes in from outside. */
  readonly localWebhooks: boolean;
  /** Null where there are none. */
  readonly rateLimits: RateLimits | null;
  /** A variable that the tools file quotes, or null where it is not set. A function, so that no value stands in the configuration. */
  readonly variable: (name: string) => string | null;
}

/** Requests a second and the burst above it, by who is counted. */
export interface RateLimits {
  /** Of one agent, whichever of its credentials it uses. */
  readonly credential: Rate;
  /** Of one person, whichever of their sessions they use. */
  readonly session: Rate;
  /** Of one account from one group of addresses. */
  readonly signIn: Rate;
  /** Of one group of addresses at whichever accounts. */
  readonly signInAddress: Rate;
  /** Of one account from everywhere. */
  readonly signInAccount: Rate;
  /** Of one group of addresses. */
  readonly signUp: Rate;
}

/** Reads the environment; throws one sentence that names the variable where a value cannot be used or a name is unknown. */
export function readConfig(env: Env = process.env): Config {
  const read = settingSource(env);
  const names = settings.map(({ name }) => name);
  refuseUnknownSettings(env, names, (name) => quotes(read('PARLEY_TOOLS_FILE'), name));
  const values = readSettings(plain, read);
  const parts = readSettings(composed, read);
  const { databaseUrl, dataDir } = values;
  return {
    ...values,
    ...readSecretKeys(parts, databaseUrl === null ? dataDir : null),
    assetsS3: bucketOf(parts),
    demo: parts.demo ?? databaseUrl === null,
    logLevel: parts.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'),
    localWebhooks: databaseUrl === null && isForThisMachine(values),
    rateLimits: parts.rateLimit === 'off' ? null : ratesOf(parts),
    variable: read,
  };
}

/** A proxy on this machine brings strangers in, and shows by the public URL or by its being trusted. Ranges that are named stand alone. */
function isForThisMachine({ host, baseUrl, trustedProxies, webhookAllow }: Values<typeof plain>): boolean {
  const isPublic = baseUrl !== null && !isLoopback(new URL(baseUrl).hostname);
  return isLoopback(host) && !isPublic && trustedProxies === '' && webhookAllow === '';
}

/** Whether the tools file mentions this variable; one that cannot be read is refused by who reads it in earnest. */
function quotes(toolsFile: string | null, name: string): boolean {
  if (toolsFile === null) return false;
  try {
    return readFileSync(toolsFile, 'utf8').includes(`\${env:${name}}`);
  } catch {
    return false;
  }
}

type Parts = Values<typeof composed>;

/** The settings of a bucket, or none. */
function bucketOf(parts: Parts): S3Bucket | null {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3Region: region, s3Key: key, s3Secret: secretOfKey } = parts;
  if (endpoint !== null && bucket !== null && key !== null && secretOfKey !== null) {
    return { endpoint, bucket, region, key, secret: secretOfKey };
  }
  if (endpoint === null && bucket === null && key === null && secretOfKey === null) return null;
  const rows = [composed.s3Endpoint, composed.s3Bucket, composed.s3Key, composed.s3Secret];
  const missing = [endpoint, bucket, key, secretOfKey].findIndex((value) => value === null);
  throw new Error(
    `${rows[missing]?.name ?? ''} is missing: a bucket needs ${rows.map(({ name }) => name).join(', ')}, all four.`,
  );
}

function ratesOf(parts: Parts): RateLimits {
  return {
    credential: parts.rateOfCredential,
    session: parts.rateOfSession,
    signIn: parts.rateOfSignIn,
    signInAddress: parts.rateOfSignInAddress,
    signInAccount: parts.rateOfSignInAccount,
    signUp: parts.rateOfSignUp,
  };
}
