import type { Repository } from './repository.ts';

/** One thing a rule objects to. */
export interface Finding {
  /** What it is about: a path, or a path with `#` and a name inside it. The ratchet knows it by this. */
  readonly subject: string;
  /** How bad: lines, or a count of occurrences. The ratchet lets it fall and never rise. */
  readonly amount: number;
  /** One sentence for the person who has to mend it. */
  readonly message: string;
}

/** One of the repository's own rules. */
export interface Rule {
  readonly name: string;
  check(repository: Repository): Finding[];
}
