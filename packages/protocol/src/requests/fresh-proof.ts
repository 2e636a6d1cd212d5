import { z } from 'zod';
import { passkeyAssertion } from './passkeys.ts';

/** The password of a person whose session is not fresh. The bound is wide, so that a wrong one gets the refusal for wrong passwords. */
const givenPassword = z.string().max(1000);

/**
 * The members of a body that needs a fresh session, for a session that is not: the person's password, or what a passkey of theirs signed
 * of `POST /v1/session/passkey/options`.
 */
export const freshProof = { password: givenPassword.optional(), passkey: passkeyAssertion.optional() } as const;

/** Returns whether a member of a body only proves who sends it. */
export const isFreshProof = (name: string): boolean => Object.hasOwn(freshProof, name);
