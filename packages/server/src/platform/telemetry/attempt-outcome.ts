/** CarrierSet in which an attempt to send a delivery to an agent fails. */
export const attemptFailures = [
  'http_error',
  'redirected',
  'timeout',
  'connection_failed',
  'tls_failed',
  'dns_failed',
  'address_refused',
  'relay_not_connected',
  'relay_disconnected',
  'ack_timeout',
  'ack_failed',
  'no_credential',
  'breaker_open',
  'agent_unavailable',
  'crashed',
] as const;

/** Result of one attempt to send a delivery to an agent. Only `delivered` is a success. */
export type AttemptOutcome = 'delivered' | (typeof attemptFailures)[number];
