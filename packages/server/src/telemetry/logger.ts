import { pino, stdSerializers, type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino';
import { isOutage } from '../storage/outage.ts';

/** What no log line may show, wherever it stands in what is logged. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-agent-signature',
  'x-platform-signature',
  'signature',
  'secret',
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

/** The levels of nesting at which a name is looked for. */
const prefixes = ['', '*.', '*.*.', '*.*.*.'];

/**
 * The log: one line of JSON for each entry, with secrets redacted.
 *
 * @param level `silent`, or the least severe level that is written.
 * @param destination Where lines go; standard output by default.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    hooks: { logMethod: quietOutages },
    redact: {
      paths: prefixes.flatMap((prefix) => secretNames.map((name) => pathOf(prefix, name))),
      censor: '[redacted]',
    },
    serializers: { err: stdSerializers.err, req: describeRequest, res: describeResponse },
  };
  return destination ? pino(options, destination) : pino(options);
}

const debug = pino.levels.values['debug'] ?? 20;

/** While the database is away all that needs it fails: that it is away is one line, and each failure is for whoever debugs. */
function quietOutages(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [first] = args as readonly unknown[];
  const isOfOutage = typeof first === 'object' && first !== null && 'err' in first && isOutage(first.err);
  if (!isOfOutage || level <= debug) return method.apply(this, args);
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

/** Never headers or a query; and the demo's link is a key to its account. */
function describeRequest({ id, method, url, ip }: LoggedRequest) {
  const path = url?.split('?', 1)[0]?.replace(/^\/demo\/.*/, '/demo/[redacted]');
  return { id, method, path, remoteAddress: ip };
}

function describeResponse({ statusCode }: { readonly statusCode?: number }) {
  return { statusCode };
}
