import { freshBody } from '../requests/account-links.ts';
import { itemOf, listOf } from '../requests/pages.ts';
import { addPasskeyBody, passkey, passkeyCreation, passkeyRequest, passkeySignInBody } from '../requests/passkeys.ts';
import { user } from '../requests/people.ts';
import { human, open } from './route.ts';

/** Passkeys: adding and deleting them, and signing in by one. */
export const passkeyRoutes = {
  beginPasskey: human({
    method: 'POST',
    path: '/v1/passkeys/options',
    summary: 'The options for a new passkey, for `navigator.credentials.create`.',
    doc:
      'Needs a fresh session. The options work once, within 5 minutes, in this session. They are the JSON form of WebAuthn, which ' +
      '`PublicKeyCredential.parseCreationOptionsFromJSON` takes.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(passkeyCreation) },
    refusals: ['passkeys_unavailable', 'too_many_passkeys'],
    fresh: 'always',
  }),
  addPasskey: human({
    method: 'POST',
    path: '/v1/passkeys',
    summary: 'Add a passkey that was made by these options.',
    doc:
      '`response` is the credential as `toJSON()` gives it. The passkey has to be discoverable and to verify its person, and is taken without ' +
      'an attestation certificate. If it was made for other options, another session, another origin or longer ago than 5 minutes, or is ' +
      'there already, the call is 403 `passkey_invalid`, and the options are used up. You may have 20.',
    body: addPasskeyBody,
    tokens: 'refused',
    answer: { status: 201, json: itemOf(passkey) },
    refusals: ['passkeys_unavailable', 'passkey_invalid', 'too_many_passkeys'],
  }),
  listPasskeys: human({
    method: 'GET',
    path: '/v1/passkeys',
    summary: 'Your passkeys, the newest first.',
    tokens: 'refused',
    answer: { status: 200, json: listOf(passkey) },
  }),
  deletePasskey: human({
    method: 'DELETE',
    path: '/v1/passkeys/{passkeyId}',
    summary: 'Delete a passkey: it signs nobody in any more.',
    doc: 'Needs a fresh session. The last way of signing in stays: 409 `last_sign_in_method`.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['passkey_not_found', 'last_sign_in_method'],
    fresh: 'always',
  }),
  beginPasskeySignIn: open({
    method: 'POST',
    path: '/v1/session/passkey/options',
    summary: 'The options for a sign-in by passkey, for `navigator.credentials.get`.',
    doc:
      'They work once, within 5 minutes, and name no passkey: the browser asks which. What a passkey of yours signs of them also makes a ' +
      'session fresh, as `passkey` in the body of a call that needs it.',
    tokens: 'refused',
    answer: { status: 200, json: itemOf(passkeyRequest) },
    refusals: ['passkeys_unavailable'],
    throttle: 'signIn',
  }),
  signInByPasskey: open({
    method: 'POST',
    path: '/v1/session/passkey',
    summary: 'Sign in by a passkey.',
    doc:
      'The answer sets the session cookie, as `POST /v1/session` does. Every failure is the same refusal: options that were used or are ' +
      'older than 5 minutes, an unknown passkey, a counter that went back, a person who is disabled.',
    body: passkeySignInBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(user) },
    refusals: ['passkeys_unavailable', 'sign_in_failed'],
    throttle: 'signIn',
  }),
} as const;
