import { catalogue } from './catalogue.ts';

/** Texts of reactions to messages. */
export const reactionWords = catalogue('reactionWords', {
  react: 'React',
  title: 'React to this message',
  search: 'Search, or type an emoji',
  found: 'Emoji',
  none: 'No emoji has this name. You can also paste any emoji.',
  /** What screen readers say of the reactions with one emoji. */
  chip: (name: string, count: number, mine: boolean) => `${name}, ${count}${mine ? ', you too' : ''}`,
  list: 'Reactions',
  you: 'You',
  reading: 'Reading who reacted',
  unknown: 'Who reacted could not be read.',
  who: (names: readonly string[], emoji: string) => `${names.join(', ')} reacted with ${emoji}`,
  andMore: (count: number) => `${count} more`,
  notAdded: (emoji: string, reason: string) => `${emoji} was not added. ${reason}`,
  notTakenBack: (emoji: string, reason: string) => `${emoji} was not taken back. ${reason}`,
});
