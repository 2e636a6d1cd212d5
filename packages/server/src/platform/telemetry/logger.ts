import { pino, stdSerializers, type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino';
import { troubleOf } from '../storage/trouble.ts';

/** Names of fields that are redacted wherever they occur in a log entry. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-agent-signature',
  'x-platform-signature',
  'signature',
  'secret',
  'webhookSecret',
  'webhook-signature',
  'secretKey',
  'otherSecretKeys',
  'pseudonymKey',
  'sealed_secret',
  'password',
  'currentPassword',
  'newPassword',
  'password_hash',
  'passwordHash',
  'token',
  'tokenHash',
  'token_hash',
  'sessionToken',
  'databaseUrl',
  'natsUrl',
  'connectionString',
];

/** Levels of nesting that are searched for these names. */
const prefixes = ['', '*.', '*.*.', '*.*.*.'];

/**
 * Creates the logger: one line of JSON per entry, with secrets redacted.
 *
 * @param level `silent`, or the least severe level that is written.
 * @param destination Target of the lines. Default: standard output.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    hooks: { logMethod: quietTrouble },
    redact: {
      paths: prefixes.flatMap((prefix) => secretNames.map((name) => pathOf(prefix, name))),
      censor: '[redacted]',
    },
    serializers: { err: stdSerializers.err, req: describeRequest, res: describeResponse },
  };
  return destination ? pino(options, destination) : pino(options);
}

const debug = pino.levels.values['debug'] ?? 20;

/**
 * While the database is unreachable, read-only or full, everything that needs it fails. That state is logged once
 * elsewhere, so each failure is logged at debug only.
 */
function quietTrouble(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [first] = args as readonly unknown[];
  const isOfTrouble = typeof first === 'object' && first !== null && 'err' in first && troubleOf(first.err) !== null;
  if (!isOfTrouble || level <= debug) return method.apply(this, args);
  this.debug(...args);
}

function pathOf(prefix: string, name: string): string {
  return /^\w+$/.test(name) ? `${prefix}${name}` : `${prefix.replace(/\.$/, '')}["${name}"]`;
}

interface LoggedRequest {
  readonly id?: unknown;
  readonly method?: string;
  readonly url?: string;
  readonly ip?: string;
}

/** Headers and the query are never logged. The demo's link is redacted, because it signs in to its account. */
function describeRequest({ id, method, url, ip }: LoggedRequest) {
  const path = url?.split('?', 1)[0]?.replace(/^\/demo\/.*/, '/demo/[redacted]');
  return { id, method, path, remoteAddress: ip };
}

function describeResponse({ statusCode }: { readonly statusCode?: number }) {
  return { statusCode };
}
