import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limits } from '@parley/protocol';
import type { S3Bucket } from './s3-bucket.ts';
import { postgresUrl, natsUrl } from './database-url.ts';
import { mailServer, sender, type MailConfig } from './mail-server.ts';
import { isLoopback } from './loopback.ts';
import { readSecretKeys, type SecretKeys } from './secret-keys.ts';
import {
  bucketName,
  contact,
  cron,
  dialRanges,
  duration,
  durations,
  flag,
  hostNames,
  longToken,
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

/** Settings that an operator can set, one row each. docs/running.md lists each with the same default. */
const plain = {
  /** Address to listen on. Port 0 takes a free port. */
  host: setting('PARLEY_HOST', text, '127.0.0.1'),
  port: setting('PARLEY_PORT', whole(0, 65_535), '4600'),
  /**
   * The public URL, without a trailing slash. With https, the cookie has its secure name and HSTS is on. Null: built
   * from host and port.
   */
  baseUrl: optional('PARLEY_BASE_URL', origin),
  /** Host names that the server accepts, besides `localhost`, IP addresses, `host` and the one in `baseUrl`. */
  allowedHosts: setting('PARLEY_ALLOWED_HOSTS', hostNames, ''),
  /** Folder of the embedded database, the assets and the generated key. */
  dataDir: setting('PARLEY_DATA_DIR', (given) => resolve(given), './data'),
  /** URL of a PostgreSQL server. Null: the embedded database. */
  databaseUrl: secret('DATABASE_URL', postgresUrl),
  /** URL of NATS, for signals between servers instead of PostgreSQL NOTIFY. */
  natsUrl: secret('NATS_URL', natsUrl),
  /** Comma-separated CIDRs that webhooks may reach although they are not public. */
  webhookAllow: setting('PARLEY_WEBHOOK_ALLOW', dialRanges, ''),
  /** Comma-separated CIDRs of trusted proxies: their `X-Forwarded-For` is used. Empty: none. */
  trustedProxies: setting('PARLEY_TRUSTED_PROXIES', proxies, ''),
  /** Limits of concurrent connections: of the whole server, and of one address that is no trusted proxy. */
  maxConnections: setting('PARLEY_MAX_CONNECTIONS', whole(1, 1e6), '20000'),
  maxConnectionsPerAddress: setting('PARLEY_MAX_CONNECTIONS_PER_ADDRESS', whole(1, 1e6), '2000'),
  /** Contact of the operator for push services: `mailto:` or `https:`. Null: the public URL. */
  pushContact: optional('PARLEY_PUSH_CONTACT', contact),
  securityContact: optional('PARLEY_SECURITY_CONTACT', contact),
  /** Folder and time of the backups that the server makes. Without a folder they go to the bucket. */
  backupDir: optional('PARLEY_BACKUP_DIR', (given) => resolve(given)),
  backupSchedule: optional('PARLEY_BACKUP_SCHEDULE', cron),
  /** How many of these backups are kept. */
  backupKeep: setting('PARLEY_BACKUP_KEEP', whole(1, 10_000), '7'),
  /** What a directory sends to provision people by SCIM. Null: no directory does. */
  scimToken: secret('PARLEY_SCIM_TOKEN', longToken),
  toolsFile: optional('PARLEY_TOOLS_FILE', text),
  /** Models that the operator offers to everybody. */
  modelsFile: optional('PARLEY_MODELS_FILE', text),
  /** Providers by which people sign in (OpenID Connect). */
  oidcFile: optional('PARLEY_OIDC_FILE', text),
  /** Whether people sign in by password; administrators always do. */
  passwordSignIn: setting('PARLEY_PASSWORD_SIGN_IN', oneOf('on', 'off'), 'on'),
  /** How many models this server runs at once. With 0, other servers on this database run them. */
  modelsMax: setting('PARLEY_MODELS_MAX', whole(0, 100_000), '200'),
  /** Milliseconds between one attempt and the next. */
  retryDelaysMs: setting('PARLEY_RETRY_SCHEDULE', durations, limits.retryDelays.join(',')),
  maxAttempts: setting('PARLEY_MAX_ATTEMPTS', whole(1, 100), String(limits.attemptsMax)),
  startingCoins: setting('PARLEY_STARTING_COINS', whole(0, 1e9), '100'),
  approvalTtlMs: setting('PARLEY_APPROVAL_TTL', duration, `${limits.approvalHours}h`),
  /** How far away the end of a standing grant may be. */
  standingMaxMs: setting('PARLEY_STANDING_MAX', duration, `${limits.standingDays}d`),
  /** Quotas of a person: agents, conversations that they opened, bytes of assets, and event streams per server. */
  agentsMax: setting('PARLEY_QUOTA_AGENTS', whole(1, 1e6), '100'),
  conversationsMax: setting('PARLEY_QUOTA_ROOMS', whole(1, 1e9), '5000'),
  assetBytesMax: setting('PARLEY_QUOTA_ASSET_BYTES', whole(1, 1e15), '1073741824'),
  eventStreamsMax: setting('PARLEY_QUOTA_EVENT_STREAMS', whole(1, 1e6), '20'),
  /** Quota of an agent: bytes of assets. */
  agentAssetBytesMax: setting('PARLEY_QUOTA_AGENT_ASSET_BYTES', whole(1, 1e15), '1073741824'),
  /** How many approvals of one agent may wait for one person. */
  openApprovalsMax: setting('PARLEY_QUOTA_OPEN_APPROVALS', whole(1, 1e6), '50'),
  /**
   * How long a stopping server still serves requests, with /readyz failing, so that proxies stop sending before it
   * drains.
   */
  drainDelayMs: setting('PARLEY_DRAIN_DELAY', duration, '0s'),
  /** How long deleted data and finished work are kept, and how long the delivery log is kept. */
  retentionOfDeletedMs: setting('PARLEY_RETENTION_DELETED', duration, '30d'),
  retentionOfLogMs: setting('PARLEY_RETENTION_LOG', duration, '90d'),
};

/** Settings that are combined with others, or get a default from others, before `Config` has them. */
const composed = {
  logLevel: optional('PARLEY_LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  demo: optional('PARLEY_DEMO', flag),
  models: setting('PARLEY_MODELS', oneOf('on', 'off'), 'on'),
  agentApproval: setting('PARLEY_AGENT_APPROVAL', oneOf('on', 'off'), 'off'),
  signup: optional('PARLEY_SIGNUP', oneOf('open', 'invite', 'closed')),
  smtp: secret('PARLEY_SMTP_URL', mailServer),
  mailFrom: optional('PARLEY_MAIL_FROM', sender),
  rateLimit: setting('PARLEY_RATE_LIMIT', oneOf('on', 'off'), 'on'),
  rateOfCredential: setting('PARLEY_RATE_CREDENTIAL', rate, '50/s:100'),
  rateOfSession: setting('PARLEY_RATE_SESSION', rate, '20/s:60'),
  rateOfSignIn: setting('PARLEY_RATE_SIGN_IN', rate, '10/m:10'),
  rateOfSignInAddress: setting('PARLEY_RATE_SIGN_IN_ADDRESS', rate, '30/m:30'),
  rateOfSignInAccount: setting('PARLEY_RATE_SIGN_IN_ACCOUNT', rate, '100/m:100'),
  rateOfSignUp: setting('PARLEY_RATE_SIGN_UP', rate, '100/m:100'),
  rateOfNewContacts: setting('PARLEY_RATE_NEW_CONTACTS', rate, '30/h:30'),
  rateOfApprovals: setting('PARLEY_RATE_APPROVALS', rate, '20/h:20'),
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

/** The parsed and validated settings. Read once, at start. */
export interface Config extends Values<typeof plain>, SecretKeys {
  /** The bucket that keeps assets. Null: the data folder keeps them. */
  readonly assetsS3: S3Bucket | null;
  readonly demo: boolean;
  /** Whether people may add models, and this server runs them. */
  readonly models: boolean;
  /** The server that takes mails, and their sender. Null: no mail is sent. */
  readonly mail: MailConfig | null;
  /** Who may sign up: everybody, people with an invitation, or nobody. */
  readonly signup: 'open' | 'invite' | 'closed';
  /** Whether new agents, and manifests that widen one, wait for administrators. */
  readonly agentApproval: 'on' | 'off';
  /** How long agents may keep a decision open: the `PARLEY_APPROVAL_TTL` of the operator. Null: not set. */
  readonly decisionTtlMaxMs: number | null;
  /** At a terminal the default shows only warnings and errors. */
  readonly logLevel: NonNullable<Values<typeof composed>['logLevel']>;
  /** Whether only this machine reaches the server, as far as the settings show. */
  readonly isOwnMachine: boolean;
  /** Whether webhooks may reach this machine over http. True only if no request can come from another machine. */
  readonly localWebhooks: boolean;
  /** Null if rate limits are off. */
  readonly rateLimits: RateLimits | null;
  /**
   * Returns a variable that the file of tools, models or providers quotes, or null if it is not set. A function, so that the configuration
   * holds no secret values.
   */
  readonly variable: (name: string) => string | null;
}

/** Rates and bursts, by the key that requests are counted under. */
export interface RateLimits {
  /** Per agent, across all its credentials. */
  readonly credential: Rate;
  /** Per person, across all their sessions. */
  readonly session: Rate;
  /** Per account and group of addresses. */
  readonly signIn: Rate;
  /** Per group of addresses, across all accounts. */
  readonly signInAddress: Rate;
  /** Per account, across all addresses. */
  readonly signInAccount: Rate;
  /** Per group of addresses. */
  readonly signUp: Rate;
  /** Per person: conversations opened with, or joined by, a person they never shared a conversation with. */
  readonly newContacts: Rate;
  /** Per agent and person. */
  readonly approvals: Rate;
}

/**
 * Reads the environment. Throws an `Error` with one sentence that names the variable, if a value cannot be used or a
 * name is unknown.
 *
 * @param changes Settings that a command line gives instead of those of the environment.
 */
export function readConfig(given: Env = process.env, changes: Env = {}): Config {
  const env = { ...given, ...changes };
  const names = settings.map(({ name }) => name);
  const read = settingSource(env, names);
  const files = [read('PARLEY_TOOLS_FILE'), read('PARLEY_MODELS_FILE'), read('PARLEY_OIDC_FILE')];
  refuseUnknownSettings(env, names, (name) => files.some((file) => quotes(file, name)));
  const values = readSettings(plain, read);
  const parts = readSettings(composed, read);
  const { databaseUrl, dataDir } = values;
  const isOwnMachine = isOnThisMachine(values);
  const assetsS3 = bucketOf(parts);
  if (values.backupSchedule !== null && values.backupDir === null && assetsS3 === null)
    throw new Error('PARLEY_BACKUP_SCHEDULE needs a place for backups: set PARLEY_BACKUP_DIR, or a bucket.');
  return {
    ...values,
    ...readSecretKeys(parts, databaseUrl === null ? dataDir : null),
    assetsS3,
    mail: mailOf(parts, values.baseUrl),
    decisionTtlMaxMs: read('PARLEY_APPROVAL_TTL') === null ? null : values.approvalTtlMs,
    demo: parts.demo ?? databaseUrl === null,
    models: parts.models === 'on',
    agentApproval: parts.agentApproval,
    signup: parts.signup ?? (isOwnMachine ? 'open' : 'invite'),
    isOwnMachine,
    logLevel: parts.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'),
    // If the operator names allowed ranges, only those apply.
    localWebhooks: databaseUrl === null && isOwnMachine && values.webhookAllow === '',
    rateLimits: parts.rateLimit === 'off' ? null : ratesOf(parts),
    variable: read,
  };
}

/** A proxy on this machine forwards outside requests. The public URL or the trusted proxies reveal it. */
function isOnThisMachine({ host, baseUrl, trustedProxies }: Values<typeof plain>): boolean {
  const isPublic = baseUrl !== null && !isLoopback(new URL(baseUrl).hostname);
  return isLoopback(host) && !isPublic && trustedProxies === '';
}

/** Returns whether a file of the operator's mentions this variable. Ignores an unreadable file: loading it reports it. */
function quotes(file: string | null, name: string): boolean {
  if (file === null) return false;
  try {
    return readFileSync(file, 'utf8').includes(`\${env:${name}}`);
  } catch {
    return false;
  }
}

type Parts = Values<typeof composed>;

/** Returns the bucket's settings, or null if none are set. Throws if some are missing. */
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

/** Returns where mails go, or null if nothing is set. Throws if something is missing. */
function mailOf({ smtp, mailFrom }: Parts, baseUrl: string | null): MailConfig | null {
  if (smtp === null && mailFrom === null) return null;
  if (smtp !== null && mailFrom !== null && baseUrl !== null) return { ...smtp, from: mailFrom };
  const missing = smtp === null ? 'PARLEY_SMTP_URL' : mailFrom === null ? 'PARLEY_MAIL_FROM' : 'PARLEY_BASE_URL';
  throw new Error(
    `${missing} is missing: mail needs PARLEY_SMTP_URL, PARLEY_MAIL_FROM and PARLEY_BASE_URL, all three.`,
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
    newContacts: parts.rateOfNewContacts,
    approvals: parts.rateOfApprovals,
  };
}
