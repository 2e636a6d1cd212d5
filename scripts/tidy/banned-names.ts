import { isSource } from './paths.ts';
import type { Finding, Rule } from './rule.ts';

const banned = /^(utils?|helpers?|common|misc|managers?|services?)$/i;

/** A name says what a file is about; these words fit anything and so gather everything. */
export const bannedNames: Rule = {
  name: 'banned-names',
  check(repository) {
    return repository.paths.filter(isSource).flatMap(bannedWords);
  },
};

function bannedWords(path: string): Finding[] {
  const words = path.split('/').flatMap((part) => part.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[-_.]/));
  const word = words.find((candidate) => banned.test(candidate));
  if (word === undefined) return [];
  return [{ subject: path, amount: 1, message: `is named "${word}"; name it after what it does.` }];
}
