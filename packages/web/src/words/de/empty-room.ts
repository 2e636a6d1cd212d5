import type * as english from '../empty-room.ts';
import type { Translation } from '../translation.ts';

export const emptyRoomWords: Translation<typeof english.emptyRoomWords> = {
  from: (agent) => `Gruß von ${agent}`,
  greeting: (person, agent) => `Hallo ${person}, hier ist ${agent}. Was kann ich für dich tun?`,
  ask: 'Was kannst du für mich tun?',
  drawn: (agent) => `Diesen Gruß zeigt Parley. Was du schreibst oder drückst, geht an ${agent}.`,
  begin: 'Noch nichts gesagt. Schreib unten die erste Zeile.',
};
