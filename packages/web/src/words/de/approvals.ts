import type * as english from '../approvals.ts';
import type { Translation } from '../translation.ts';

export const approvalWords: Translation<typeof english.approvalWords> = {
  scope: 'Berechtigung',
  behalf: 'Im Auftrag von',
  you: 'dir',
  decides: 'Wer entscheidet',
  onlyYou: 'nur du',
  reason: 'Wofür er sie hat',
  notThrough: 'Das ist nicht angekommen.',

  notGranted: (asker, scope) =>
    `Freigeben ist aus: ${asker} darf ${scope} nicht mehr benutzen. Erteile es wieder, um das freizugeben.`,
  gone: (asker) => `Freigeben ist aus: ${asker} ist nicht mehr da.`,
  readingCoins: 'Freigeben ist möglich, sobald deine Münzen bekannt sind.',
  tooFew: (lacking) => `Freigeben ist aus: Dir fehlen ${lacking}.`,
  underWay: 'läuft noch',
  paid: 'bezahlt',
  done: 'erledigt',
  notPaid: 'nicht bezahlt: zu wenig Münzen',
  toolFailed: 'nicht erledigt: Das Werkzeug ist gescheitert',
  deniedAtRun: 'nicht erledigt: Es war nicht mehr erlaubt, als es laufen sollte',

  approve: 'Freigeben',
  approveCoins: (coins) => `${coins} freigeben`,
  approveSharing: 'Weitergabe freigeben',
  once: (act) => (act === 'Freigeben' ? 'Einmal freigeben' : `${act}, nur einmal`),
  andTheSame: 'Freigeben, und dasselbe bis…',
  suggested: (times) =>
    `Du hast das in einer Woche ${times}-mal freigegeben. Du kannst es in Grenzen von selbst laufen lassen.`,
  notPossible: 'Das lässt sich nur einzeln freigeben.',
  began: 'Damit begann eine Dauerfreigabe.',
  takenAlong: 'Durch eine Dauerfreigabe mit freigegeben.',
  seePermission: 'Ansehen',
  purposes: {
    tool_invocation: 'ein Werkzeug benutzen zu dürfen',
    charge: 'um Bezahlung',
    identity_request: 'darum, zu erfahren, wer du bist',
  },
  why: 'Warum? (freiwillig)',
  yourReason: 'Deine Begründung',
  whyToAgent: (agent) => `${agent} erfährt sie.`,
  whyIfDenied: (agent) => `${agent} erfährt sie, wenn du ablehnst. Sie wird mit deiner Entscheidung aufbewahrt.`,
  said: (reason) => `Du hast gesagt: „${reason}“`,
  chosen: 'Du hast gewählt',
  notANumber: 'Das ist keine Zahl.',
  itMust: (fault) => `Der Wert passt nicht: ${fault}.`,
  faulty: 'Freigeben ist aus: Ein Wert, den du geändert hast, stimmt noch nicht.',
  agentsWords: 'Der Agent hat diese Worte geschrieben.',
};
