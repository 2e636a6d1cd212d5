import type { RefusalCode, RouteRow } from '@parley/protocol';

/** Everything that a route refuses: what its door does, what the kind of route does, and what is its own. */
export function refusalCodesOf(route: RouteRow): RefusalCode[] {
  const isSafe = route.method === 'GET';
  const takesBody = route.body !== undefined || route.takes !== undefined;
  const codes = new Set<RefusalCode>([...anyRequest, ...(route.refusals ?? [])]);
  const add = (...more: RefusalCode[]) => more.forEach((code) => codes.add(code));
  if (route.door === 'agent') add('unauthorized');
  // A cookie beside a token is malformed whatever the call.
  else if (route.session === 'required') add('unauthenticated', 'malformed_request');
  if (route.door === 'human' && route.tokens === 'refused') add('session_required');
  if (route.door === 'human' && !isSafe) add('cross_site_request');
  if (route.body || route.query || route.takes) add('malformed_request');
  if (takesBody) add('request_timeout');
  if (!isSafe) add('payload_too_large', 'unsupported_media_type');
  if (route.idempotency) add('idempotency_key_invalid', 'idempotency_key_reused');
  if (route.idempotency === 'required') add('idempotency_key_required');
  return [...codes];
}

const anyRequest = [
  'misdirected_request',
  'rate_limited',
  'internal_error',
  'overloaded',
  'database_unavailable',
] as const;
