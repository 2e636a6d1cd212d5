import type * as english from '../ask-password.ts';
import type { Translation } from '../translation.ts';

export const askPasswordWords: Translation<typeof english.askPasswordWords> = {
  confirmTitle: 'Dein Passwort, bitte',
  confirmText: 'Deine Anmeldung ist mehr als 10 Minuten her. Diese Änderung braucht dein Passwort.',
  password: 'Passwort',
  usePasskey: 'Passkey benutzen',
  confirm: 'Weiter',
  cancel: 'Abbrechen',
};
