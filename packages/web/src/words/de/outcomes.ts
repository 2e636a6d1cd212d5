import type * as english from '../outcomes.ts';
import type { Translation } from '../translation.ts';

export const outcomeWords: Translation<typeof english.outcomeWords> = {
  delivered: 'zugestellt',
  http_error: 'HTTP-Fehler',
  redirected: 'umgeleitet',
  timeout: 'Zeit abgelaufen',
  connection_failed: 'Verbindung gescheitert',
  tls_failed: 'TLS gescheitert',
  dns_failed: 'DNS gescheitert',
  address_refused: 'Adresse nicht erlaubt',
  relay_not_connected: 'Relay nicht verbunden',
  relay_disconnected: 'Relay getrennt',
  ack_timeout: 'nicht rechtzeitig bestätigt',
  ack_failed: 'nicht angenommen',
  no_credential: 'keine Zugangsdaten',
  breaker_open: 'Pause nach Fehlern',
  agent_unavailable: 'Agent nicht verfügbar',
  crashed: 'abgestürzt',
};
