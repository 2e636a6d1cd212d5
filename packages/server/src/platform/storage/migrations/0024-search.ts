import { sql, type Kysely } from 'kysely';

/**
 * Indexes agents by words as people see them: letters and digits, separated by anything else. By default the parser of
 * full-text search reads "AI/ML" as a path, "v2.0" as a version and an address as one token, and none of them is found
 * by its parts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const punctuation = `'!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'`;
  const words = `translate(normalize(handle || ' ' || name || ' ' || description, nfkc), ${punctuation}, repeat(' ', 32))`;
  await sql`alter table agents drop column search_words, drop column search_prefixes`.execute(db);
  await sql`
    alter table agents
      add column search_words tsvector generated always as (to_tsvector('english', ${sql.raw(words)})) stored,
      add column search_prefixes tsvector generated always as (to_tsvector('simple', ${sql.raw(words)})) stored`.execute(
    db,
  );
  await sql`create index agents_words on agents using gin (search_words)`.execute(db);
  await sql`create index agents_prefixes on agents using gin (search_prefixes)`.execute(db);
}
