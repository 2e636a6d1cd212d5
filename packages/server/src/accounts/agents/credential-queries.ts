import { sql, type RawBuilder } from 'kysely';
import type { AgentId, CredentialId, TokenId, UserId } from '@parley/protocol';
import { fixedStatement, type Columns } from '../../platform/storage/fixed-statement.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { withoutWaiting } from '../../platform/storage/without-waiting.ts';
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

/** The token that created a credential, with its name at that time. */
export interface IssuerRow {
  readonly token_id: TokenId;
  readonly token_name: string;
}

/** A credential with the token that created it. Both token fields are null if a session created it. */
export type ListedCredential = CredentialRow & { readonly [Key in keyof IssuerRow]: IssuerRow[Key] | null };

export async function insertCredential(
  tx: Tx,
  credential: Omit<CredentialRow, 'last_used_at' | 'revoked_at'>,
  issuer: IssuerRow | null,
): Promise<void> {
  await sql`
    insert into credentials (credential_id, agent_id, sealed_secret, key_id, created_at)
    values (${credential.credential_id}, ${credential.agent_id}, ${credential.sealed_secret}, ${credential.key_id},
            ${credential.created_at})`.execute(tx);
  if (issuer === null) return;
  await sql`
    insert into issued_credentials (credential_id, token_id, token_name)
    values (${credential.credential_id}, ${issuer.token_id}, ${issuer.token_name})`.execute(tx);
}

/** Lists an agent's credentials below a cursor, newest first. */
export async function findCredentialsOfAgent(
  db: Db | Tx,
  list: { readonly agentId: AgentId; readonly below: string | null; readonly limit: number },
): Promise<ListedCredential[]> {
  const { rows } = await sql<ListedCredential>`
    select c.*, i.token_id, i.token_name from credentials c left join issued_credentials i using (credential_id)
    where agent_id = ${list.agentId} ${list.below === null ? sql`` : sql`and credential_id < ${list.below}`}
    order by credential_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Returns an agent's credentials that are not revoked: at most five. */
export async function findLiveCredentials(db: Db | Tx, agentId: AgentId): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select * from credentials where agent_id = ${agentId} and revoked_at is null order by credential_id desc`.execute(
    db,
  );
  return rows;
}

/** Returns the newest live credential of each agent, which signs its deliveries. */
export async function findSigningCredentials(db: Db | Tx, agentIds: readonly AgentId[]): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select distinct on (agent_id) * from credentials
    where agent_id = any(${agentIds}::text[]) and revoked_at is null
    order by agent_id, credential_id desc`.execute(db);
  return rows;
}

/**
 * Returns an expression for a statement of another concept: the credential that signs this agent's deliveries, or null.
 */
export function signerOf(agentId: RawBuilder<unknown>): RawBuilder<CredentialId | null> {
  return sql`(
    select s.credential_id from credentials s
    where s.agent_id = ${agentId} and s.revoked_at is null order by s.credential_id desc limit 1)`;
}

/** Revokes a credential. Returns false if the agent has no live credential with this id. */
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

/** Revokes all credentials of an agent, at most five. Returns their ids. */
export async function revokeCredentialsOf(tx: Tx, agentId: AgentId, now: Date): Promise<CredentialId[]> {
  const { rows } = await sql<{ credential_id: CredentialId }>`
    update credentials set revoked_at = ${now} where agent_id = ${agentId} and revoked_at is null
    returning credential_id`.execute(tx);
  return rows.map((row) => row.credential_id);
}

/**
 * Revokes the live credentials of a person's agents that one of their tokens created, or any of their tokens. Locks the
 * agents first, in order, as the creation of a credential locks its agent. Returns the credentials that were revoked, by
 * agent.
 */
export async function revokeIssuedRows(
  tx: Tx,
  { userId, tokenId }: { readonly userId: UserId; readonly tokenId?: TokenId },
  now: Date,
): Promise<Pick<CredentialRow, 'credential_id' | 'agent_id'>[]> {
  const which = tokenId === undefined ? sql`true` : sql`i.token_id = ${tokenId}`;
  const { rows } = await sql<Pick<CredentialRow, 'credential_id' | 'agent_id'>>`
    with issued as materialized (
      select c.credential_id, c.agent_id from issued_credentials i join credentials c using (credential_id)
      where ${which} and c.revoked_at is null
        and c.agent_id in (select agent_id from agents where owner_user_id = ${userId})
    ), own as materialized (
      select agent_id from agents where agent_id in (select agent_id from issued) order by agent_id for update
    ), revoked as (
      update credentials c set revoked_at = ${now}
      from issued i join own using (agent_id)
      where c.credential_id = i.credential_id and c.revoked_at is null
      returning c.agent_id, c.credential_id
    ) select agent_id, credential_id from revoked order by agent_id, credential_id`.execute(tx);
  return rows;
}

export async function touchCredentials(db: Db, credentialIds: readonly CredentialId[], now: Date): Promise<void> {
  await sql`update credentials set last_used_at = ${now} where credential_id = any(${credentialIds}::text[])`.execute(
    db,
  );
}

/** Returns the sealed secrets of credentials, even revoked ones. */
export async function findSecrets(db: Db, credentialIds: readonly CredentialId[]): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select * from credentials where credential_id = any(${credentialIds}::text[])`.execute(db);
  return rows;
}

/** The agent and credential that sign a request. */
type Signer = Pick<Admission, 'agentId' | 'credentialId'>;

/** Returns, for each signer, whether its credential and its agent are live. */
export async function areLive(db: Db, signers: readonly Signer[]): Promise<boolean[]> {
  const rows = await readLive(db, signers);
  return rows.map((row) => row.live);
}

/**
 * An expression over a row `r` with `agent_id` and `credential_id`. A scalar subquery forces an index lookup: a plan
 * cached while there were few agents could scan the whole table.
 */
const isLive = sql`coalesce((
  select ${statusOf(sql`c.agent_id`)} = 'live' from credentials c
  where c.credential_id = r.credential_id and c.agent_id = r.agent_id and c.revoked_at is null), false)`;

/** A signed request to authenticate: its signer and its signature. */
export interface Admission {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  /** The MAC of a request on a route with replay protection; null on other routes. */
  readonly mac: Buffer | null;
  readonly route: string;
  readonly key: string | null;
}

/**
 * Returns, for each signed request, whether its credential and agent are live and its signature was not used before on
 * another route or with another key. The same statement records new signatures. Its commit does not wait for the disk:
 * a crash of the database can lose the memory of recent signatures, never an effect.
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
      select r.* from request r where ${isLive}
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

const signerColumns: Columns<Signer> = {
  agent_id: ['text', ({ agentId }) => agentId],
  credential_id: ['text', ({ credentialId }) => credentialId],
};

const readLive = fixedStatement<readonly Signer[], { live: boolean }>(
  ({ rows }) => sql`
    select ${isLive} as live from (select * from ${rows((signers) => signers, signerColumns)}) r order by r.place`,
);

const columns: Columns<Admission> = {
  ...signerColumns,
  mac: ['bytea', ({ mac }) => mac],
  route: ['text', ({ route }) => route],
  key: ['text', ({ key }) => key],
};

/** Deletes at most `limit` signatures that are too old to be accepted again, and returns how many. */
export async function deleteOldSignatures(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from agent_signatures where ctid = any(array(
      select ctid from agent_signatures where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Revokes a credential of whichever agent, as a restored backup may have it back. */
export async function revokeCredentialById(tx: Tx, credentialId: CredentialId, now: Date): Promise<void> {
  await sql`
    update credentials set revoked_at = ${now} where credential_id = ${credentialId} and revoked_at is null`.execute(
    tx,
  );
}
