import type * as english from '../transfers.ts';
import type { Translation } from '../translation.ts';

export const transferWords: Translation<typeof english.transferWords> = {
  title: (person, agent) => `${person} gibt dir ${agent}`,
  purpose: 'um die Übernahme eines Agenten',
  handle: 'Benutzername des Agenten',
  from: 'Von',
  remark: 'Was sich ändert',
  remarkText:
    'Du wirst Besitzer. Seine Zugangsdaten enden, er schweigt also, bis du neue ausstellst. Prüfe vorher seine Webhook-Adresse.',
  accept: 'Annehmen',
  refuse: 'Ablehnen',

  give: 'Weitergeben',
  giveTitle: (agent) => `${agent} jemandem geben?`,
  giveText:
    'Das Angebot wartet im Eingang der anderen Person, und bis zur Annahme ändert sich nichts. Dann enden alle Zugangsdaten, und Dauerfreigaben werden ungültig. Danach kannst du es nicht zurücknehmen.',
  to: 'Benutzername der Person',
  offer: 'Anbieten',
  offered: (agent, person, handle) => `${agent} ist ${person} (@${handle}) angeboten und noch nicht angenommen.`,
  takeBack: 'Zurücknehmen',
};
