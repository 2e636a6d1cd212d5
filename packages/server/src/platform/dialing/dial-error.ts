import type { AttemptOutcome } from '../telemetry/attempt-outcome.ts';

/** Why no connection was made. */
export type DialFailure = Extract<
  AttemptOutcome,
  'dns_failed' | 'address_refused' | 'connection_failed' | 'tls_failed' | 'timeout'
>;

/** A failed connection. The message may be shown to the agent's owner: it contains no address. */
export class DialError extends Error {
  override readonly name = 'DialError';
  readonly failure: DialFailure;

  constructor(failure: DialFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

/** Describes a socket failure. Node's own messages are not used, because they contain addresses. */
export function socketFailure(error: unknown): DialError {
  const code = codeOf(error);
  if (isTlsCode(code)) return tlsFailure(error);
  return new DialError(
    'connection_failed',
    SOCKET_SENTENCES[code] ?? `The connection failed${inBrackets(code)}.`,
    error,
  );
}

/** Describes a failed TLS handshake. */
export function tlsFailure(error: unknown): DialError {
  const code = codeOf(error);
  return new DialError('tls_failed', TLS_SENTENCES[code] ?? `The TLS handshake failed${inBrackets(code)}.`, error);
}

const UNTRUSTED = "The endpoint's certificate is not signed by a trusted authority.";
const DROPPED = 'The endpoint closed the connection before it had answered.';

const SOCKET_SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection.',
  ECONNRESET: DROPPED,
  EPIPE: DROPPED,
  UND_ERR_SOCKET: DROPPED,
  EHOSTUNREACH: 'The endpoint cannot be reached over the network.',
  ENETUNREACH: 'The endpoint cannot be reached over the network.',
  ETIMEDOUT: 'The endpoint did not accept the connection in time.',
  UND_ERR_HEADERS_OVERFLOW: "The headers of the endpoint's answer are too large.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The endpoint's answer is not as long as its Content-Length says.",
};

const TLS_SENTENCES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The endpoint's certificate does not name this host.",
  CERT_HAS_EXPIRED: "The endpoint's certificate has expired.",
  CERT_NOT_YET_VALID: "The endpoint's certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  ECONNRESET: 'The endpoint closed the connection during the TLS handshake.',
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const inner = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error;
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}

function isTlsCode(code: string): boolean {
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_');
}

function inBrackets(code: string): string {
  return code === '' ? '' : ` (${code})`;
}
