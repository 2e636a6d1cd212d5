import { catalogue } from './catalogue.ts';

/** Texts on an owner's page of an agent about what administrators decided. */
export const agentApprovalWords = catalogue('agentApprovalWords', {
  suspended: 'Administrators have stopped this agent',
  suspendedText: 'Nothing is sent to it, and you cannot resume it. Ask an administrator.',
  rejectedText: 'If it is new and was rejected, send another manifest.',
  pending: 'This agent waits for the approval of an administrator',
  pendingText: 'Until then you alone can talk with it, and it is in no directory.',
  change: 'Your new manifest waits for the approval of an administrator',
  rejected: 'An administrator rejected your new manifest',
  rejectedChangeText: 'The one that you see here stays in force. You can send another.',
  changeText: 'Until then the one that you see here is in force.',
});
