import { sql, type RawBuilder } from 'kysely';
import type { AgentId, CredentialId } from '@parley/protocol';
import { fixedStatement, type Columns } from '../storage/fixed-statement.ts';
import type { Db, Tx } from '../storage/storage.ts';
import { withoutWaiting } from '../storage/without-waiting.ts';
import { statusOf } from './queries.ts';

export interface CredentialRow {
  readonly credential_id: CredentialId;
  readonly agent_id: AgentId;
  readonly sealed_secret: Buffer;
  readonly key_id: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

export async function insertCredential(
  tx: Tx,
  credential: Pick<CredentialRow, 'credential_id' | 'agent_id' | 'sealed_secret' | 'key_id' | 'created_at'>,
): Promise<void> {
  await sql`
    insert into credentials (credential_id, agent_id, sealed_secret, key_id, created_at)
    values (${credential.credential_id}, ${credential.agent_id}, ${credential.sealed_secret}, ${credential.key_id},
            ${credential.created_at})`.execute(tx);
}

/** An agent's credentials, newest first, from below a cursor on. */
export async function findCredentialsOfAgent(
  db: Db | Tx,
  list: { readonly agentId: AgentId; readonly below: string | null; readonly limit: number },
): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select * from credentials
    where agent_id = ${list.agentId} ${list.below === null ? sql`` : sql`and credential_id < ${list.below}`}
    order by credential_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** An agent's credentials that are not revoked: at most five. */
export async function findLiveCredentials(db: Db | Tx, agentId: AgentId): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select * from credentials where agent_id = ${agentId} and revoked_at is null order by credential_id desc`.execute(
    db,
  );
  return rows;
}

/** The newest live credential of each agent: the one that deliveries are signed with. */
export async function findSigningCredentials(db: Db | Tx, agentIds: readonly AgentId[]): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select distinct on (agent_id) * from credentials
    where agent_id = any(${agentIds}::text[]) and revoked_at is null
    order by agent_id, credential_id desc`.execute(db);
  return rows;
}

/** Part of a statement of another concept: the credential that deliveries of this agent are signed with; null where it has none. */
export function signerOf(agentId: RawBuilder<unknown>): RawBuilder<CredentialId | null> {
  return sql`(
    select s.credential_id from credentials s
    where s.agent_id = ${agentId} and s.revoked_at is null order by s.credential_id desc limit 1)`;
}

/** Revokes a credential; false where the agent has no such live one. */
export async function revokeCredentialRow(
  tx: Tx,
  agentId: AgentId,
  credentialId: CredentialId,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update credentials set revoked_at = ${now}
    where credential_id = ${credentialId} and agent_id = ${agentId} and revoked_at is null
    returning credential_id`.execute(tx);
  return rows.length === 1;
}

export async function touchCredentials(db: Db, credentialIds: readonly CredentialId[], now: Date): Promise<void> {
  await sql`update credentials set last_used_at = ${now} where credential_id = any(${credentialIds}::text[])`.execute(
    db,
  );
}

/** The secrets of credentials, whatever became of them since. */
export async function findSecrets(db: Db, credentialIds: readonly CredentialId[]): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select * from credentials where credential_id = any(${credentialIds}::text[])`.execute(db);
  return rows;
}

/** A signed request on its way in: who signs it, and what came with the signature. */
export interface Admission {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  /** The MAC of a request on a route that is protected against replay; null on the others. */
  readonly mac: Buffer | null;
  readonly route: string;
  readonly key: string | null;
}

/**
 * Decides for each signed request whether its credential is live and its agent too, and whether its signature came before on
 * another route or under another key. The first sight of a signature is recorded by the same statement. Its commit does not wait
 * for the disk: what a crash of the database could lose is the memory of a replay within the last moment, never an effect.
 */
export async function admitRequests(db: Db, requests: readonly Admission[], expiresAt: Date): Promise<boolean[]> {
  const rows = await admit(db, { requests, expiresAt });
  return rows.map((row) => row.admitted);
}

interface Admitting {
  readonly requests: readonly Admission[];
  readonly expiresAt: Date;
}

const admit = fixedStatement<Admitting, { admitted: boolean }>(
  ({ rows, value }) => sql`
    with request as materialized (
      select * from ${rows(({ requests }) => requests, columns)}
    ), live as materialized (
      -- Looked up for each: a plan from when there were few agents would else read them all.
      select r.* from request r
      where (select ${statusOf(sql`c.agent_id`)} = 'live' from credentials c
             where c.credential_id = r.credential_id and c.agent_id = r.agent_id and c.revoked_at is null)
    ), recorded as (
      insert into agent_signatures (credential_id, mac, route, key, expires_at)
      select distinct on (credential_id, mac) credential_id, mac, route, key,
             ${value(({ expiresAt }) => expiresAt)}::timestamptz
      from live where mac is not null
      order by credential_id, mac, place
      on conflict (credential_id, mac) do update set expires_at = agent_signatures.expires_at
      returning credential_id, mac, route, key
    )
    select l.place is not null
       and (r.mac is null or exists (
             select from recorded s
             where s.credential_id = r.credential_id and s.mac = r.mac and s.route = r.route
               and s.key is not distinct from r.key)) as admitted
    from request r left join live l using (place)
    cross join ${withoutWaiting}
    order by r.place`,
);

const columns: Columns<Admission> = {
  agent_id: ['text', ({ agentId }) => agentId],
  credential_id: ['text', ({ credentialId }) => credentialId],
  mac: ['bytea', ({ mac }) => mac],
  route: ['text', ({ route }) => route],
  key: ['text', ({ key }) => key],
};

/** Deletes at most `limit` signatures that no clock within the tolerance would take again; returns how many. */
export async function deleteOldSignatures(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from agent_signatures where ctid = any(array(
      select ctid from agent_signatures where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
