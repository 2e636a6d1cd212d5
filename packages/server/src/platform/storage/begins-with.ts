import { sql, type RawBuilder } from 'kysely';

/** Returns the pattern of `like` for texts that begin with this one, whose own wildcards count as plain characters. */
export function prefixPattern(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Returns an SQL condition: a word of a name begins with a text, in any case. */
export function hasWordWith(name: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  // A word begins behind white space or a mark, such as the hyphen of a double name.
  const words = sql`' ' || regexp_replace(${name}, '[\\s–_.,''’()/-]+', ' ', 'g')`;
  return sql`${words} ilike ${`% ${prefixPattern(text)}`}`;
}
