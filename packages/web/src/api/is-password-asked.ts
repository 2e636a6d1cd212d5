import type { PasskeyAssertion } from '@parley/protocol';
import { RequestError } from './request.ts';

interface Attempt {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly variables:
    { readonly password?: string | undefined; readonly passkey?: PasskeyAssertion | undefined } | undefined;
}

/** Returns whether the user has to enter the password or use a passkey: the server asked for it, said that it is wrong, or is checking it. */
export function isPasswordAsked({ error, isPending, variables }: Attempt): boolean {
  if (isPending) return variables?.password !== undefined || variables?.passkey !== undefined;
  return error instanceof RequestError && (error.code === 'recent_sign_in_required' || error.code === 'password_wrong');
}
