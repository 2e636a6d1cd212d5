import { catalogue } from './catalogue.ts';

/** Texts of an empty room. */
export const emptyRoomWords = catalogue('emptyRoomWords', {
  /** Offered where an agent suggests nothing itself. */
  hello: 'Hello',
  begin: 'Nothing said yet. Write the first line below.',
});
