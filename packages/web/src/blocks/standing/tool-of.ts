import type { Approval } from '@parley/protocol';

/** The platform's sentence about a tool of the operator. No name of an agent holds a quotation mark, and no name of a tool a space. */
const operatorTool = /^Let “[^”]*” use ([^\s:]+)(?::\s|$)/u;

/** Returns the name of the tool that an approval is about; its scope where the sentence does not name it. */
export function toolOf({ kind, action, requestedScope }: Pick<Approval, 'kind' | 'action' | 'requestedScope'>): string {
  if (kind === 'charge') return 'coin.charge';
  if (kind === 'identity_request') return 'identity.read';
  return operatorTool.exec(action)?.[1] ?? requestedScope;
}
