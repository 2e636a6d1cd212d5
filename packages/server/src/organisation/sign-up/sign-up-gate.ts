import type { SignUpBody } from '@parley/protocol';
import type { SignUpGate } from '../../accounts/users/sign-up.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';

/** Returns the gate of POST /v1/users: who may sign up on this server. */
export function signUpGate({ config }: Pick<Core, 'config'>) {
  return (_body: SignUpBody): SignUpGate => ({
    async check() {
      if (config.signup === 'closed') refuse('signup_closed');
    },
    enter: async () => undefined,
    settle: async () => undefined,
  });
}
