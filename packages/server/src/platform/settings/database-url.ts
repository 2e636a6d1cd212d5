import { readFileSync } from 'node:fs';
import pg from 'pg';
import { hostsOf } from './hosts-of-url.ts';
import { Unfit, type Parser } from './settings.ts';
import { whyUnusable } from './why-unusable.ts';

const tlsModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Validates the URL of a PostgreSQL server, or of several (`hostsOf`), and its TLS parameters. Returns text. If the URL
 * has an `sslmode`, asks the driver to interpret the mode as libpq does.
 */
export const postgresUrl: Parser<string> = (given) => {
  const isSocket = given.startsWith('/') || given.startsWith('socket:');
  if (!isSocket && !/^postgres(ql)?:\/\//.test(given)) throw notOne();
  const parameters = new URLSearchParams(given.split('?').slice(1).join('?'));
  const mode = parameters.get('sslmode');
  if (mode !== null && !tlsModes.includes(mode)) {
    throw new Unfit(`has an sslmode that is none of ${tlsModes.join(', ')}`);
  }
  for (const name of fileParameters) demandReadable(name, parameters.get(name));
  if (mode === 'verify-ca' && !parameters.get('sslrootcert'))
    throw new Unfit('needs sslrootcert with sslmode=verify-ca');
  const isLeftToDriver = mode === null || mode === 'no-verify' || parameters.has('uselibpqcompat');
  const url = isLeftToDriver ? given : `${given}&uselibpqcompat=true`;
  for (const one of hostsOf(url).urls) demandParsable(one);
  return url;
};

/** Validates a comma-separated list of NATS URLs. */
export const natsUrl: Parser<string> = (given) => {
  for (const entry of given.split(',').map((one) => one.trim())) {
    const url = entry.includes('://') ? entry : `nats://${entry}`;
    if (!isNatsUrl(url)) throw new Unfit('takes NATS URLs such as nats://nats.example:4222, with commas between');
  }
  return given;
};

function notOne(cause?: unknown): Unfit {
  return new Unfit('is a PostgreSQL URL such as postgres://parley@db.example:5432/parley', { cause });
}

/** Constructs a client that never connects, to check that the driver can parse the URL. */
function demandParsable(url: string): void {
  try {
    new pg.Client({ connectionString: url });
  } catch (error) {
    throw notOne(error);
  }
}

function demandReadable(name: string, file: string | null): void {
  if (file === null) return;
  try {
    readFileSync(file);
  } catch (error) {
    throw new Unfit(`names ${file} as ${name}, which cannot be read: ${whyUnusable(error)}`, { cause: error });
  }
}

function isNatsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return /^(nats|tls):$/.test(protocol) && host !== '' && [username, password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
