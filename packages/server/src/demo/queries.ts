import { sql } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../platform/storage/storage.ts';

export interface DemoRow {
  readonly user_id: UserId;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
}

export async function findDemo(db: Db | Tx): Promise<DemoRow | null> {
  const { rows } = await sql<DemoRow>`select user_id, agent_id, conversation_id from demo`.execute(db);
  return rows[0] ?? null;
}

export async function saveDemo(tx: Tx, demo: DemoRow): Promise<void> {
  await sql`
    insert into demo (user_id, agent_id, conversation_id) values (${demo.user_id}, ${demo.agent_id}, ${demo.conversation_id})
    on conflict (only_row) do update set
      user_id = excluded.user_id, agent_id = excluded.agent_id, conversation_id = excluded.conversation_id`.execute(tx);
}
