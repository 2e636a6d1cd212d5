import type { RefusalCode, RouteRow } from '@parley/protocol';

/** Returns all refusals of a route: those of its API, of its kind of route, and its own. */
export function refusalCodesOf(route: RouteRow): RefusalCode[] {
  const isSafe = route.method === 'GET';
  const codes = new Set<RefusalCode>([...anyRequest, ...(route.refusals ?? [])]);
  const add = (...more: RefusalCode[]) => more.forEach((code) => codes.add(code));
  if (route.door === 'agent') add('unauthorized');
  // A request with both a cookie and a token is malformed on every route.
  else if (route.session === 'required') add('unauthenticated', 'other_session', 'malformed_request');
  if (route.door === 'human' && route.tokens === 'refused') add('session_required');
  if (route.door === 'human' && !isSafe) add('cross_site_request');
  if (route.door === 'human' && route.admin) add('session_required', 'admin_required');
  if (route.door === 'human' && route.fresh) add('session_required', 'recent_sign_in_required', 'password_wrong');
  // A body may be sent although the row names none, and the Host header may be missing.
  add('malformed_request', 'request_timeout', 'payload_too_large', 'unsupported_media_type');
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
  'database_read_only',
  'storage_full',
] as const;
