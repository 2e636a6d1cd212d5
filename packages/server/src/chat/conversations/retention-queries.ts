import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** What a rule is for: all conversations, or one. */
export type RetentionScope = 'server' | ConversationId;

/** How long messages are kept. */
export interface RetentionRule {
  readonly scope: RetentionScope;
  /** The days that were set; null: messages are kept. */
  readonly messages_days: number | null;
  /** What is in force until `in_force_at`. */
  readonly earlier_days: number | null;
  /** From when `messages_days` is in force. */
  readonly in_force_at: Date | null;
  /** Purges have come to this message, or in a conversation to this `seq`. */
  readonly purged_id: MessageId | '';
  readonly purged_seq: number;
}

/** Returns for how many days messages of these conversations are kept, as it was set; null for ever. */
export async function findMessagesDays(
  db: Db | Tx,
  conversationIds: readonly ConversationId[],
): Promise<(conversationId: ConversationId) => number | null> {
  const rules = conversationIds.length === 0 ? [] : await findRules(db, ['server', ...conversationIds]);
  const days = new Map(rules.map((rule) => [rule.scope, rule.messages_days]));
  return (conversationId) => {
    const set = [days.get('server'), days.get(conversationId)].filter((each) => each != null);
    return set.length === 0 ? null : Math.min(...set);
  };
}

/** Returns the rules of these scopes. */
export async function findRules(db: Db | Tx, scopes: readonly RetentionScope[]): Promise<RetentionRule[]> {
  const { rows } = await sql<RetentionRule>`
    select * from retention_rules where scope = any(${scopes}::text[])`.execute(db);
  return rows;
}

/** Sets a rule. How far purges have come stays. */
export async function putRule(
  tx: Tx,
  rule: Pick<RetentionRule, 'scope' | 'messages_days' | 'earlier_days' | 'in_force_at'>,
): Promise<void> {
  await sql`
    insert into retention_rules (scope, messages_days, earlier_days, in_force_at)
    values (${rule.scope}, ${rule.messages_days}, ${rule.earlier_days}, ${rule.in_force_at})
    on conflict (scope) do update set
      messages_days = excluded.messages_days, earlier_days = excluded.earlier_days,
      in_force_at = excluded.in_force_at`.execute(tx);
}

/**
 * Locks and returns the rule of the server, or one of a conversation for which `hasOld` holds. Skips locked rows, which
 * another server works on.
 *
 * @param hasOld Returns a condition on `r`: a message after `purged_seq` is older than so many days.
 */
export async function lockDueRule(
  tx: Tx,
  which: 'server' | 'conversation',
  now: Date,
  hasOld: (days: RawBuilder<number>) => RawBuilder<boolean>,
): Promise<(RetentionRule & { readonly days: number }) | null> {
  const days = inForce(now);
  const isMeant = which === 'server' ? sql`r.scope = 'server'` : sql`r.scope <> 'server'`;
  const { rows } = await sql<RetentionRule & { readonly days: number }>`
    select r.*, ${days} as days from retention_rules r
    where ${isMeant} and ${days} is not null and ${hasOld(days)}
    order by r.scope limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

function inForce(now: Date): RawBuilder<number> {
  return sql`case when r.in_force_at > ${now} then r.earlier_days else r.messages_days end`;
}

/** Records how far a purge has come. */
export async function notePurged(
  tx: Tx,
  { scope, purged_id, purged_seq }: Pick<RetentionRule, 'scope' | 'purged_id' | 'purged_seq'>,
): Promise<void> {
  await sql`
    update retention_rules set purged_id = ${purged_id}, purged_seq = ${purged_seq} where scope = ${scope}`.execute(tx);
}

/** Has purges begin at the oldest message again, because a hold has ended. */
export async function forgetPurged(tx: Tx): Promise<void> {
  await sql`update retention_rules set purged_id = '', purged_seq = 0`.execute(tx);
}

/** Returns when the next rule comes into force, or null. */
export async function findNextInForce(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(in_force_at) as at from retention_rules where in_force_at > ${now}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Deletes the rule of a conversation that is erased. */
export async function eraseRule(tx: Tx, conversationId: ConversationId): Promise<void> {
  await sql`delete from retention_rules where scope = ${conversationId}`.execute(tx);
}
