import { sql, type Kysely } from 'kysely';

export const alters = ['agent_models'];

/** Whether a model at an address reads images. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_models add column images boolean not null default false`.execute(db);
}
