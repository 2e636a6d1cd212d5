import type * as english from '../connection.ts';
import type { Translation } from '../translation.ts';

export const connectionFaultWords: Translation<typeof english.connectionFaultWords> = {
  unreachable: 'Parley ist nicht erreichbar.',
  unreachableHint: 'Prüfe deine Verbindung und versuche es noch einmal.',
  notUnderstood: 'Der Server hat eine Antwort gegeben, die die App nicht versteht.',
  reconnecting: 'Verbindung wird wiederhergestellt…',
};
