import type * as english from '../empty-room.ts';
import type { Translation } from '../translation.ts';

export const emptyRoomWords: Translation<typeof english.emptyRoomWords> = {
  hello: 'Hallo',
  begin: 'Noch nichts gesagt. Schreib unten die erste Zeile.',
};
