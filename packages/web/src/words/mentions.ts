import { catalogue } from './catalogue.ts';

/** Texts about mentioning members of a room. */
export const mentionWords = catalogue('mentionWords', {
  list: 'Members to mention',
  agent: (handle: string) => `agent @${handle}`,
  count: (count: number) =>
    count === 0
      ? 'No member found'
      : `${count} ${count === 1 ? 'member' : 'members'} found. Arrow keys choose, Enter mentions.`,
});
