import pg from 'pg';
import { addressOf, placesOf } from './cluster/place.ts';

/** The database of a connection string, without its password. */
export interface Whereabouts {
  readonly address: string;
  readonly database: string;
  readonly user: string;
}

type Explain = (where: Whereabouts, message: string) => string;

const unreachable: Explain = ({ address }) => `PostgreSQL at ${address} does not answer`;
const untrusted: Explain = ({ address }) =>
  `PostgreSQL at ${address} shows a certificate that is not trusted (give the authority's as sslrootcert)`;

/** Explanations by error code of PostgreSQL, of the network or of TLS. */
const byCode: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: ({ address }) => `Nothing listens for PostgreSQL at ${address}`,
  ENOENT: ({ address }) => `Nothing listens for PostgreSQL at ${address}`,
  ENOTFOUND: ({ address }) => `There is no host of the name in ${address}`,
  EAI_AGAIN: ({ address }) => `The name in ${address} cannot be looked up`,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: unreachable,
  '57P03': ({ address }, message) => `PostgreSQL at ${address} takes no connections: ${message}`,
  '53300': ({ address }) => `PostgreSQL at ${address} has no connection left: raise max_connections`,
  '28P01': ({ address, user }) => `PostgreSQL at ${address} does not take the password of the role ${user}`,
  '28000': ({ address, user }, message) => `PostgreSQL at ${address} does not let the role ${user} in: ${message}`,
  '3D000': ({ address, database, user }) =>
    `PostgreSQL at ${address} has no database ${database}: make it with "createdb --owner=${user} ${database}"`,
  '42501': ({ address, database, user }, message) =>
    `The role ${user} lacks a right in the database ${database} at ${address} (${message}): make it the owner`,
  '3F000': ({ database, user }) =>
    `The role ${user} has no schema to make tables in, in the database ${database}: give it the schema public`,
  '08001': (_where, message) => message,
  '25006': ({ address }) => `PostgreSQL at ${address} is read-only: name the primary, not a standby`,
  '53100': ({ address }) => `The disk of PostgreSQL at ${address} is full`,
  '08P01': ({ address }, message) =>
    `What answers at ${address} does not take a connection as PostgreSQL does (${message}): see "A pooler between" in docs/scaling.md`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: ({ address }) => `The certificate of PostgreSQL at ${address} has expired: renew it there`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ address }) =>
    `The certificate of PostgreSQL at ${address} is for another host: name the host that it is for, or take sslmode=verify-ca`,
};

/** Explanations of driver errors that have no code, by the beginning of their message. */
const byWords: readonly (readonly [start: string, Explain])[] = [
  [
    'The server does not support SSL connections',
    ({ address }) => `PostgreSQL at ${address} speaks no TLS: switch it on there (ssl = on), or take sslmode=disable`,
  ],
  ['timeout expired', unreachable],
  ['Query read timeout', unreachable],
  ['timeout exceeded when trying to connect', unreachable],
  ['Connection terminated', unreachable],
  [
    'SASL',
    ({ address, user }) => `PostgreSQL at ${address} asks for a password of the role ${user}, and there is none`,
  ],
];

/**
 * Returns an error with one sentence for the operator on why PostgreSQL cannot be used at start, with the setting's
 * name. An unknown error keeps its own message.
 */
export function explainPostgres(error: unknown, databaseUrl: string): Error {
  const { code = '', message } = error as { readonly code?: unknown; readonly message: string };
  const deepest = causeOf(error);
  const explain = byCode[String(code)] ?? byCode[deepest] ?? byWords.find(([start]) => message.startsWith(start))?.[1];
  const told = explain?.(whereaboutsOf(databaseUrl), message) ?? message.replace(/\.$/, '');
  return new Error(`${told} (DATABASE_URL).`, { cause: error });
}

/**
 * Returns the code of the innermost cause. A failed migration wraps the statement's error; a host name with several
 * addresses has one error for each.
 */
function causeOf(error: unknown): string {
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: readonly unknown[] };
  const inner = cause ?? errors?.[0];
  if (inner === undefined || inner === null) return String((error as { code?: string | number }).code ?? '');
  return causeOf(inner);
}

export function whereaboutsOf(databaseUrl: string): Whereabouts {
  const places = placesOf(databaseUrl);
  const { database, user } = new pg.Client({ connectionString: places[0]?.url });
  return { address: places.map(addressOf).join(' or '), database: database ?? '', user: user ?? '' };
}
