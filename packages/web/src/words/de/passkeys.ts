import type * as english from '../passkeys.ts';
import type { Translation } from '../translation.ts';

export const passkeyWords: Translation<typeof english.passkeyWords> = {
  title: 'Passkeys',
  hint: 'Melde dich statt mit deinem Passwort mit Fingerabdruck, Gesicht, der Sperre deines Geräts oder einem Sicherheitsschlüssel an.',
  none: 'Du hast keine.',
  notHere: 'Dieser Server hat keine Passkeys: Sie brauchen einen Hostnamen und https.',
  add: 'Passkey hinzufügen',
  addText: 'Dein Browser fragt, wo er aufbewahrt werden soll.',
  name: 'Name',
  nameHint: 'Damit du ihn in dieser Liste erkennst.',
  addedOn: (at) => `hinzugefügt am ${at}`,
  usedOn: (at) => `zuletzt benutzt am ${at}`,
  notUsed: 'noch nicht benutzt',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Du kannst dich nicht mehr damit anmelden. Lösche ihn auch dort, wo er aufbewahrt wird.',
  cancel: 'Abbrechen',
  cancelled: 'Es wurde kein Passkey benutzt: Es wurde abgebrochen oder hat zu lange gedauert.',
  there: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
  failed: 'Dein Browser konnte hier keinen Passkey benutzen.',
};
