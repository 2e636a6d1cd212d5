import { NetworkError, RefusedError } from '@parley/agent-sdk';
import { exitCodes, Failure } from '../failure.ts';

/** What a tool call is refused with: a code, a sentence, and what to do about it. */
export const refuse = (code: string, message: string, hint: string): Failure =>
  new Failure({ code, message, hint, exitCode: exitCodes.fault });

/** The message of any error, for the caller of a tool. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export function toldOf(error: unknown): Told {
  if (error instanceof Failure) return { code: error.code, message: error.message, hint: error.details.hint };
  if (error instanceof RefusedError) {
    return { code: error.code, message: error.message, hint: hints[error.code] ?? error.hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NetworkError) {
    return {
      code: 'server_unreachable',
      message,
      hint: 'Look whether the server of PARLEY_BASE_URL runs; then call again.',
    };
  }
  return { code: 'unexpected', message };
}

const hints: Readonly<Record<string, string>> = {
  scope_not_granted:
    'The person has to grant it: the manifest requests proactive.message (to write first) and decision.request (to ask for approvals), and in the app they allow it on the page of the agent.',
  proactive_target_unavailable:
    'The agent has no seat in that conversation. Open one with it in the app, or set PARLEY_CONVERSATION_ID to one where it is.',
  reply_stopped: 'The person stopped this answer. Do not go on with it; wait for what they write next.',
  unauthorized:
    'Check PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET, that the agent is not paused, and the clock of this machine.',
};
