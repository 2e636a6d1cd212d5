import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@parley/protocol';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { passkeyWords as words } from '../words/passkeys.ts';
import { call } from './call.ts';
import { RequestError } from './request.ts';

/** Has the browser make a passkey. Loaded when somebody asks for it. */
export function makePasskey({
  pubKeyCredParams,
  excludeCredentials,
  ...rest
}: PasskeyCreation): Promise<PasskeyAttestation> {
  const optionsJSON = {
    ...rest,
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: [...excludeCredentials],
  };
  return explained(async () => {
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject } = response;
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } };
  });
}

/** Asks for the options of a sign-in, and has a passkey of the user sign them. */
export async function signWithPasskey(): Promise<PasskeyAssertion> {
  const { item } = await call('beginPasskeySignIn');
  return explained(() => sign(item));
}

async function sign(optionsJSON: PasskeyRequest): Promise<PasskeyAssertion> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
  return { id, rawId, type: 'public-key', response: signed };
}

/** Says what went wrong in the browser as the app says what the server refuses. */
async function explained<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const message =
      name === 'InvalidStateError'
        ? words.there
        : /^(NotAllowed|Abort)Error$/.test(name)
          ? words.cancelled
          : words.failed;
    throw new RequestError(message, { code: 'passkey_invalid', status: 400 });
  }
}
