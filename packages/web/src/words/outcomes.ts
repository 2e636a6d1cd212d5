import { catalogue } from './catalogue.ts';

/** The outcomes of an attempt to send a delivery, by the server's names for them. */
export const outcomeWords = catalogue<Readonly<Record<string, string>>>('outcomeWords', {
  delivered: 'delivered',
  http_error: 'http error',
  redirected: 'redirected',
  timeout: 'timeout',
  connection_failed: 'connection failed',
  tls_failed: 'tls failed',
  dns_failed: 'dns failed',
  address_refused: 'address refused',
  relay_not_connected: 'relay not connected',
  relay_disconnected: 'relay disconnected',
  ack_timeout: 'ack timeout',
  ack_failed: 'ack failed',
  no_credential: 'no credential',
  breaker_open: 'breaker open',
  agent_unavailable: 'agent unavailable',
  crashed: 'crashed',
});
