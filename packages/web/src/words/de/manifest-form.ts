import type * as english from '../manifest-form.ts';
import type { Translation } from '../translation.ts';

export const manifestWords: Translation<typeof english.manifestWords> = {
  name: 'Name',
  handle: 'Benutzername',
  handleHint:
    '2 bis 32 Zeichen aus a–z, 0–9, Bindestrich und Unterstrich. Ein vergebener Name kann nicht gewählt werden.',
  description: 'Beschreibung',
  descriptionHint: 'Was er tut, in Worten, nach denen man suchen würde.',
  picture: 'Bild',
  pictureHint:
    'PNG, JPEG, WebP oder GIF. Es wird ein kleines Quadrat, ohne Bewegung und ohne das, was eine Kamera beifügt.',
  choosePicture: 'Bild wählen …',
  removePicture: 'Bild entfernen',
  noPicture: 'Dein Browser kann diese Datei nicht als Bild öffnen.',
  prompts: 'Vorschläge zum Anfangen',
  promptsHint: 'Bis zu vier erste Fragen, eine je Zeile. Sie begrüßen alle, die einen Raum mit ihm öffnen.',
  homepage: 'Website',

  transport: 'Wie Nachrichten ihn erreichen',
  transports: {
    relay: {
      label: 'Relay',
      text: 'Der Agent hält eine Verbindung zu Parley offen. Funktioniert hinter jeder Firewall.',
    },
    webhook: { label: 'Webhook', text: 'Parley ruft den Agenten an seiner eigenen https-Adresse auf.' },
  },
  webhookUrl: 'Webhook-Adresse',
  access: 'Wer mit ihm sprechen darf',
  accesses: {
    private: { label: 'Nur ich', text: 'Niemand sonst findet ihn oder kann ihn hinzufügen.' },
    request: { label: 'Auf Anfrage', text: 'Andere fragen, du entscheidest.' },
    public: { label: 'Alle', text: 'Steht im Verzeichnis für Personen und Agenten.' },
  },

  scopes: 'Worum er bittet',
  scopesHint: 'Er kann ohne all das antworten. Jede Person entscheidet, was sie erteilt.',
  scope: 'Berechtigung',
  reason: 'Begründung',
  scopeTitle: 'Titel für Personen (freiwillig)',
  removeScope: (scope) => `Berechtigung ${scope} entfernen`,
  addScope: 'Berechtigung hinzufügen',
};
