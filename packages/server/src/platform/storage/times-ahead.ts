import { sql } from 'kysely';
import type { Tx } from './storage.ts';

/**
 * Moves times after a given time back to it, after a server ran by a clock that was ahead. Conversations keep their
 * order, and what ends some time after its creation still ends then.
 */
export async function moveBackTimes(tx: Tx, given: Date): Promise<void> {
  const { rows: current } = await sql<{ delivery_id: string }>`
    select d.delivery_id from agent_seats s join deliveries d using (conversation_id)
    where s.after_at > ${given} and d.created_at > s.after_at`.execute(tx);
  await sql`select move_back_times_ahead(${given}::timestamptz)`.execute(tx);
  // A seat begins after a message. What the agent was sent in it stays after that, and what it was sent before does not.
  await sql`
    update agent_seats s set after_at = coalesce((
      select m.created_at from messages m where m.conversation_id = s.conversation_id and m.seq = s.after_seq), ${given})
    where s.after_at > ${given}`.execute(tx);
  await sql`
    update deliveries d set created_at = s.after_at + interval '1 millisecond' from agent_seats s
    where s.conversation_id = d.conversation_id
      and d.delivery_id = any(${current.map((row) => row.delivery_id)}::text[])`.execute(tx);
  for (const table of shortLived)
    await sql`
      delete from ${sql.table(table)} where expires_at > ${given}::timestamptz + interval '7 days'`.execute(tx);
  for (const [table, column] of pairsOf(expiring))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - (created_at - ${given}::timestamptz)
      where created_at > ${given}`.execute(tx);
  for (const [table, column] of pairsOf(happened))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${given} where ${sql.ref(column)} > ${given}`.execute(tx);
}

/** Tables whose rows last a week at most, until `expires_at`. What would last longer was made ahead, and goes. */
export const shortLived = ['account_links', 'passkey_challenges', 'pending_identities'];

type Columns = Readonly<Record<string, string>>;

/** Columns that the function `move_back_times_ahead` of migration 0120 moves, by table. */
export const movedInOrder: Columns = {
  access_tokens: 'created_at expires_at last_used_at',
  agents: 'deleted_at',
  approvals: 'created_at expires_at resolved_at',
  assets: 'created_at',
  conversations: 'created_at deleted_at last_activity_at last_message_at',
  deliveries: 'created_at',
  delivery_queue: 'next_attempt_at',
  drafts: 'created_at updated_at',
  idempotency_keys: 'created_at',
  message_words: 'created_at',
  messages: 'created_at',
  notifications: 'created_at',
  schedules: 'created_at',
  sessions: 'created_at expires_at last_used_at',
  tasks: 'created_at updated_at',
};

/** Columns of times that are a fixed period after `created_at`, before that is moved. */
export const expiring: Columns = {
  invitations: 'expires_at',
  push_subscriptions: 'ends_at',
};

/** Columns that say when something happened, or since when it is so. */
export const happened: Columns = {
  access_requests: 'created_at resolved_at',
  accounts: 'disabled_at',
  agent_calls: 'called_at',
  agent_models: 'created_at failure_at state_at',
  agent_suspensions: 'created_at',
  agent_transfers: 'created_at',
  agents: 'created_at erased_at',
  approvals: 'collected_at',
  backups: 'alive_at created_at',
  blocked_people: 'blocked_at',
  coin_entries: 'created_at',
  conversation_people: 'joined_at',
  credentials: 'created_at last_used_at revoked_at',
  delivery_queue: 'dispatched_at',
  erasures: 'alive_at asked_at done_at',
  exports: 'alive_at created_at',
  form_answers: 'submitted_at',
  handler_errors: 'at',
  held_messages: 'deleted_at',
  holds: 'created_at',
  identities: 'linked_at',
  invitations: 'created_at revoked_at',
  invocations: 'created_at ended_at',
  mail_queue: 'created_at failed_at next_at',
  message_edits: 'deleted_at edited_at',
  message_revisions: 'at',
  model_answers: 'at',
  model_turns: 'taken_at',
  notices: 'at',
  notifications: 'read_at',
  passkeys: 'created_at last_used_at',
  people_seen: 'seen_at',
  push_keys: 'created_at',
  push_subscriptions: 'created_at',
  receipt_keys: 'created_at',
  reports: 'closed_at created_at evidence_at',
  scim_people: 'changed_at deleted_at disabled_at',
  scope_asks: 'put_aside_at tried_at',
  scope_grants: 'granted_at last_used_at',
  standing_grant_uses: 'at executed_at settled_at',
  standing_grants: 'created_at last_used_at',
  stopped_deliveries: 'stopped_at',
  streams_ended: 'ended_at',
  task_history: 'at',
  users: 'created_at',
};

/** Columns that stay as they are, and why. */
export const left: Readonly<Record<string, readonly [columns: string, why: string]>> = {
  agent_attention: ['muted_until', 'a person has named it'],
  agent_schedules: ['at', 'an agent has named it'],
  agent_seats: ['after_at', 'moved with the message that it is the time of'],
  agent_signatures: ['expires_at', 'a replay is refused for longer'],
  audit_log: ['at', 'the chain of hashes holds it'],
  backups: ['scheduled_at', 'a backup is made once for each'],
  delivery_attempts: ['dispatched_at started_at', 'a log'],
  nodes: ['alive_until', 'the database’s own time'],
  oidc_used_states: ['expires_at', 'a state is refused for longer'],
  relay_streams: ['opened_at', 'streams end with their server'],
  retention_rules: ['in_force_at', 'a later time erases later'],
  room_attention: ['muted_until', 'a person has named it'],
  schedules: ['next_at', 'computed anew at such a start'],
  server_reports: ['reported_at started_at', 'written anew'],
  server_time: ['newest_at trusted_at', 'what the time is told by'],
  setup_link: ['expires_at', 'made anew at each start'],
  standing_grants: ['until', 'a person has named it'],
};

function pairsOf(columns: Columns): [table: string, column: string][] {
  return Object.entries(columns).flatMap(([table, names]) =>
    names.split(' ').map((column): [string, string] => [table, column]),
  );
}
