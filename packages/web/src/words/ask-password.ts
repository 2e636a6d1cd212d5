import { catalogue } from './catalogue.ts';

/** Texts of the dialog that asks for the password before a change. */
export const askPasswordWords = catalogue('askPasswordWords', {
  confirmTitle: 'Your password, please',
  confirmText: 'You signed in more than 10 minutes ago. This change needs your password.',
  password: 'Password',
  usePasskey: 'Use a passkey',
  confirm: 'Go on',
  cancel: 'Cancel',
});
