import type * as english from '../agent-approval.ts';
import type { Translation } from '../translation.ts';

export const agentApprovalWords: Translation<typeof english.agentApprovalWords> = {
  suspended: 'Administratoren haben diesen Agenten gesperrt',
  suspendedText: 'Er bekommt nichts, und du kannst ihn nicht fortsetzen. Frag einen Administrator.',
  rejectedText: 'Wenn er neu ist und abgelehnt wurde, schick ein anderes Manifest.',
  pending: 'Dieser Agent wartet auf die Freigabe durch einen Administrator',
  pendingText: 'Bis dahin kannst nur du mit ihm sprechen, und er steht in keinem Verzeichnis.',
  change: 'Dein neues Manifest wartet auf die Freigabe durch einen Administrator',
  rejected: 'Ein Administrator hat dein neues Manifest abgelehnt',
  rejectedChangeText: 'Das, das du hier siehst, gilt weiter. Du kannst ein anderes schicken.',
  changeText: 'Bis dahin gilt das, das du hier siehst.',
};
