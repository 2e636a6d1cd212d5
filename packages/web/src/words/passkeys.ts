import { catalogue } from './catalogue.ts';

/** Texts of passkeys, but for the button of the sign-in page. */
export const passkeyWords = catalogue('passkeyWords', {
  title: 'Passkeys',
  hint: 'Sign in with your fingerprint, your face, the lock of your device or a security key instead of your password.',
  none: 'You have none.',
  notHere: 'This server has no passkeys: they need a host name and https.',
  add: 'Add a passkey',
  addText: 'Your browser asks where to keep it.',
  name: 'Name',
  nameHint: 'So that you recognize it in this list.',
  addedOn: (at: string) => `added on ${at}`,
  usedOn: (at: string) => `last used on ${at}`,
  notUsed: 'not used yet',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'It does not sign you in any more. Also delete it where it is kept.',
  cancel: 'Cancel',
  cancelled: 'No passkey was used: it was cancelled, or it took too long.',
  there: 'This device has a passkey for your account already.',
  failed: 'Your browser could not use a passkey here.',
});
