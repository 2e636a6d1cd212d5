import { createHash } from 'node:crypto';

/** Returns the prepared-statement name of an SQL text, or undefined if it is to be sent unnamed. */
export type StatementNames = (text: string) => string | undefined;

/**
 * Derives names from a hash of the text. Only the first `limit` texts get one: each name uses memory on every
 * connection for as long as that lives, so SQL texts of unlimited variety must not all be kept.
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
