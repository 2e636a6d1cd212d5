import type { Passkey, PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@parley/protocol';
import { at, ids } from './values.ts';

const challenge = 'q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4';
const credentialId = 'Zk3mQ0t7yVb2LcXn8sKd2Q';
const userHandle = Buffer.from(ids.user).toString('base64url');
const clientData = (type: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: 'https://parley.example' })).toString('base64url');

export const passkey: Passkey = { passkeyId: ids.passkey, name: 'Laptop', createdAt: at(4), lastUsedAt: at(9) };

export const creation: PasskeyCreation = {
  rp: { id: 'parley.example', name: 'Parley' },
  user: { id: userHandle, name: 'ada', displayName: 'Ada' },
  challenge,
  pubKeyCredParams: [
    { type: 'public-key', alg: -8 },
    { type: 'public-key', alg: -7 },
    { type: 'public-key', alg: -257 },
  ],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [{ type: 'public-key', id: credentialId }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
};

export const request: PasskeyRequest = {
  rpId: 'parley.example',
  challenge,
  timeout: 300_000,
  userVerification: 'required',
};

export const attestation: PasskeyAttestation = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON: clientData('webauthn.create'),
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikqJ2u',
  },
};

export const assertion: PasskeyAssertion = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON: clientData('webauthn.get'),
    authenticatorData: 'qJ2uQ0t7yVb2LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4FAAAAAQ',
    signature: 'MEUCIQDk7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzVwIgQ0t7yVb2LcXn8sKd2RjG6hPf',
    userHandle,
  },
};
