import type * as english from '../sign-in.ts';
import type { Translation } from '../translation.ts';

export const signInWords: Translation<typeof english.signInWords> = {
  continueWith: (name) => `Weiter mit ${name}`,
  withPasskey: 'Mit einem Passkey anmelden',
  forAdministrators: 'Administratoren melden sich mit einem Passwort an',
  linking: (name) =>
    `Hier gibt es ein Konto mit derselben E-Mail-Adresse. Melde dich jetzt dort an, dann wird ${name} damit verknüpft. Du hast 10 Minuten Zeit.`,
  errors: {
    signup_closed:
      'Du hast hier noch kein Konto, und dieser Server nimmt neue Personen nur mit Einladung auf. Frag einen Administrator.',
    account_disabled: 'Dein Konto auf diesem Server ist deaktiviert. Frag einen Administrator.',
    group_required: 'Deine Gruppen beim Anbieter lassen dich nicht herein. Frag, wer sie verwaltet.',
    identity_taken: 'Dieses Konto ist hier mit jemand anderem verknüpft.',
    email_taken:
      'Deine E-Mail-Adresse gehört hier zu einem Konto, das so nicht verknüpft werden kann. Melde dich dort an und verknüpfe es unter „Du“.',
    state_invalid:
      'Diese Anmeldung hat zu lange gedauert, wurde schon benutzt oder in einem anderen Browser begonnen. Beginne noch einmal.',
    provider_error:
      'Der Anbieter hat nicht geantwortet, wie er sollte. Versuche es noch einmal; wenn es so bleibt, sag es einem Administrator.',
  },
  title: 'Anmelden',
  hint: 'Wie du dich außer mit deinem Passwort anmeldest.',
  accounts: 'Konten bei Anbietern',
  noAccounts: 'Keines ist verknüpft.',
  noProviders: 'Dieser Server hat keine Anbieter.',
  linkedOn: (at) => `verknüpft am ${at}`,
  removedProvider: 'wird von diesem Server nicht mehr angeboten',
  link: (name) => `${name} verknüpfen`,
  unlink: 'Entfernen',
  unlinkOf: (name) => `${name} entfernen`,
  unlinkTitle: (name) => `${name} entfernen?`,
  unlinkText: 'Du kannst dich nicht mehr damit anmelden. Du kannst es wieder verknüpfen.',
  again: (name) => `Noch einmal mit ${name} anmelden`,
  noPassword:
    'Eine Änderung fragt nach deinem Passwort oder einem Passkey, wenn deine Anmeldung mehr als 10 Minuten her ist. Hast du beides nicht, melde dich zuerst noch einmal an.',
  wouldLink: (name) => `Dieses Konto bei ${name} verknüpfen?`,
  wouldLinkText: (account) => `Wer sich dort als ${account} anmeldet, meldet sich hier als du an.`,
  confirmLink: 'Verknüpfen',
  notNow: 'Nicht jetzt',
  pendingGone: 'Diese Verknüpfung kann nicht mehr bestätigt werden. Beginne noch einmal.',
};
