import { catalogue } from './catalogue.ts';

/** Texts of an empty room. */
export const emptyRoomWords = catalogue('emptyRoomWords', {
  from: (agent: string) => `Greeting of ${agent}`,
  greeting: (person: string, agent: string) => `Hello ${person}, this is ${agent}. What can I do for you?`,
  /** Offered where an agent suggests nothing itself. */
  ask: 'What can you do for me?',
  drawn: (agent: string) => `Parley shows this greeting. What you write or press goes to ${agent}.`,
  begin: 'Nothing said yet. Write the first line below.',
});
