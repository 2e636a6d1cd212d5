import { createHash } from 'node:crypto';

/** Gives a parameterised SQL text its prepared-statement name, or undefined when it is to be sent unnamed. */
export type StatementNames = (text: string) => string | undefined;

/**
 * Names come from a hash of the text. Only the first `limit` texts get one: each name costs memory on every connection
 * for as long as it lives, so texts without end (lists spelt out in SQL) must not all be kept.
 */
export function createStatementNames(limit = 500): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= limit) return known;
    const name = `p_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}
