import { sql, type Kysely } from 'kysely';

/** Who left a room, until the room is erased: they are no strangers to those whom they met there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_people (
      conversation_id text not null references conversations on delete cascade,
      user_id text not null references users,
      primary key (conversation_id, user_id)
    )`.execute(db);
  await sql`create index former_people_user on former_people (user_id)`.execute(db);
}
