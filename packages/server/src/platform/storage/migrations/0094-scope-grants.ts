import { sql, type Kysely } from 'kysely';

/**
 * The time of each scope grant and its number of uses. A trigger keeps the rows in line with the membership, because
 * servers of the previous release do not know them. This release writes them itself before the trigger runs, with its
 * own time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scope_grants (
      user_id text not null,
      agent_id text not null,
      scope text not null,
      granted_at timestamptz not null,
      last_used_at timestamptz,
      uses bigint not null default 0,
      primary key (user_id, agent_id, scope),
      foreign key (user_id, agent_id) references memberships on delete cascade
    )`.execute(db);
  await sql`create index scope_grants_age on scope_grants (user_id, granted_at, agent_id, scope)`.execute(db);
  await sql`
    create function note_scope_grants() returns trigger language plpgsql as $$
    begin
      delete from scope_grants
      where user_id = new.user_id and agent_id = new.agent_id and scope <> all (new.granted_scopes);
      insert into scope_grants (user_id, agent_id, scope, granted_at)
      select new.user_id, new.agent_id, g.scope, date_trunc('milliseconds', now())
      from unnest(new.granted_scopes) as g (scope)
      on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger memberships_scope_grants after insert or update of granted_scopes on memberships
    for each row execute function note_scope_grants()`.execute(db);
  await sql`
    insert into scope_grants (user_id, agent_id, scope, granted_at)
    select distinct m.user_id, m.agent_id, g.scope, date_trunc('milliseconds', now())
    from memberships m cross join unnest(m.granted_scopes) as g (scope)`.execute(db);
}
