import type * as english from '../verified.ts';
import type { Translation } from '../translation.ts';

export const verifiedWords: Translation<typeof english.verifiedWords> = {
  checking: 'Beleg wird geprüft',
  verified: 'Beleg geprüft: Dieser Server hat ihn für diese Argumente signiert.',
  signed: 'Beleg geprüft: Dieser Server hat ihn signiert.',
  forged: 'Der Beleg gilt nicht: Seine Signatur ist nicht von diesem Server.',
  other: 'Der Beleg gilt nicht: Er ist für andere Argumente.',
  unknown: 'Dieser Browser kann den Beleg hier nicht prüfen. Kopiere ihn und prüfe ihn anderswo.',
};
