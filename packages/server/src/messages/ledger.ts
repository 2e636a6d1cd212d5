import { newId, type ConversationId, type MessageId } from '@parley/protocol';
import type { App } from '../app.ts';
import { lockRooms, updateLastLines, type PeopledRoomRow } from '../conversations/queries.ts';
import { tell, type Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import { noteMentions } from './asset-mentions.ts';
import { previewOf } from './preview.ts';
import type { MessageRow } from './message-row.ts';
import { insertMessages } from './queries.ts';

/** A line to be written: the ledger gives it its place and its time. */
export type NewLine = Omit<MessageRow, 'message_id' | 'seq' | 'created_at'> & {
  /** Given where the line had an id before it was final. */
  readonly message_id?: MessageId;
};

/**
 * Rooms under lock, and the lines that a batch adds to them. `seq` counts on from the last committed line without a gap, and times
 * within a room always rise, so that sorting by time gives the order too.
 */
export class Ledger {
  private readonly rooms: Map<ConversationId, PeopledRoomRow>;
  private readonly ends = new Map<ConversationId, { seq: number; at: number }>();
  private readonly lines: MessageRow[] = [];
  private readonly clock: App['clock'];

  private constructor(clock: App['clock'], rooms: readonly PeopledRoomRow[]) {
    this.clock = clock;
    this.rooms = new Map(rooms.map((room) => [room.conversation_id, room]));
  }

  static async open(
    tx: Tx,
    { clock }: Pick<App, 'clock'>,
    conversationIds: readonly ConversationId[],
  ): Promise<Ledger> {
    return new Ledger(clock, conversationIds.length === 0 ? [] : await lockRooms(tx, conversationIds));
  }

  /** The room as it is now, or undefined where it is gone. */
  room(conversationId: ConversationId): PeopledRoomRow | undefined {
    return this.rooms.get(conversationId);
  }

  append(line: NewLine): MessageRow {
    const room = this.rooms.get(line.conversation_id);
    if (!room) throw new Error(`The ledger does not hold ${line.conversation_id}.`);
    const end = this.ends.get(room.conversation_id) ?? { seq: room.last_seq, at: room.last_message_at?.getTime() ?? 0 };
    const seq = end.seq + 1;
    const at = Math.max(this.clock.now(), end.at + 1);
    this.ends.set(room.conversation_id, { seq, at });
    const row = {
      ...line,
      message_id: line.message_id ?? newId('message', this.clock.now()),
      seq,
      created_at: new Date(at),
    };
    this.lines.push(row);
    return row;
  }

  /** Writes the lines and moves the rooms on. */
  async write(tx: Tx): Promise<void> {
    if (this.lines.length === 0) return;
    const last = new Map(this.lines.map((line) => [line.conversation_id, line]));
    const ends = [...last.values()].map((line) => ({
      conversationId: line.conversation_id,
      seq: line.seq,
      preview: previewOf(line),
      at: line.created_at,
    }));
    await Promise.all([insertMessages(tx, this.lines), noteMentions(tx, this.lines), updateLastLines(tx, ends)]);
  }

  /** What everyone in the rooms is told of the new lines. */
  signals(): Signal[] {
    return this.lines.map((line) =>
      tell(this.rooms.get(line.conversation_id)?.people ?? [], 'messageAppended', {
        conversationId: line.conversation_id,
        messageId: line.message_id,
      }),
    );
  }
}
