import type { Database } from '../place/database.ts';
import type { History } from './history.ts';
import type { Verdict } from './verdict.ts';

interface MessageRow {
  readonly message_id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly body: string | null;
}

/** Each message that was answered for is there once, at its place; rooms have no gaps; readers saw them in order. */
export async function checkMessages(database: Database, history: History): Promise<Verdict> {
  const rows = await database.withClient(async (client) => {
    const { rows } = await client.query<MessageRow>(
      'select message_id, conversation_id, seq, body from messages order by conversation_id, seq',
    );
    return rows;
  });
  const broken = [...history.unordered, ...history.surprises, ...gaps(rows)];
  const byId = new Map(rows.map((row) => [row.message_id, row]));
  const byText = new Map<string, number>();
  for (const { body } of rows) if (body !== null) byText.set(body, (byText.get(body) ?? 0) + 1);
  for (const { messageId, room, seq, text } of history.accepted) {
    const row = byId.get(messageId);
    if (!row) broken.push(`LOST: ${messageId} (${text ?? 'a reply'}) was accepted and is not there`);
    else if (row.conversation_id !== room || (seq !== null && row.seq !== seq))
      broken.push(`${messageId} is not at its place`);
    if (text !== null && byText.get(text) !== 1) broken.push(`"${text}" is there ${byText.get(text) ?? 0} times`);
  }
  const replies = history.accepted.filter(({ text }) => text === null);
  if (new Set(replies.map(({ messageId }) => messageId)).size !== replies.length)
    broken.push('two replies are one message');
  return {
    figures: [
      ['messages accepted', history.accepted.length - replies.length],
      ['replies accepted', replies.length],
      ['requests made again', history.repeats],
      ['reads that were followed', history.reads],
    ],
    broken,
  };
}

function gaps(rows: readonly MessageRow[]): string[] {
  const last = new Map<string, number>();
  return rows.flatMap(({ conversation_id: room, seq }) => {
    const before = last.get(room) ?? 0;
    last.set(room, seq);
    return seq === before + 1 ? [] : [`${room}: ${seq} follows ${before}`];
  });
}
