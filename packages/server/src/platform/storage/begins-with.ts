import { sql, type RawBuilder } from 'kysely';

/** Returns the pattern of `like` for texts that begin with this one, whose own wildcards count as plain characters. */
export function prefixPattern(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** What a word begins behind: white space or a mark, such as the hyphen of a double name. */
const marks = String.raw`[\s–_.,'’()/-]+`;

/** Returns an SQL condition: a word of a name begins with a text, in any case. Marks in both count as spaces. */
export function hasWordWith(name: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = sql`' ' || regexp_replace(${name}, ${sql.lit(marks)}, ' ', 'g')`;
  return sql`${words} ilike ${`% ${prefixPattern(text.replaceAll(new RegExp(marks, 'gu'), ' '))}`}`;
}
