import { newId, type ConversationId, type MessageId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
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

type LedgerApp = Pick<App, 'clock' | 'rooms'>;

/** The newest line of a room. */
export interface LastLine {
  readonly conversationId: ConversationId;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

/**
 * Rooms under lock, and the lines that a batch adds to them. `seq` counts on from the last committed line without a gap, and times
 * within a room always rise, so that sorting by time gives the order too.
 */
export class Ledger {
  private readonly rooms: Map<ConversationId, PeopledRoomRow>;
  private readonly ends = new Map<ConversationId, { seq: number; at: number }>();
  private readonly lines: MessageRow[] = [];
  private readonly app: LedgerApp;

  private constructor(app: LedgerApp, rooms: readonly PeopledRoomRow[]) {
    this.app = app;
    this.rooms = new Map(rooms.map((room) => [room.conversation_id, room]));
  }

  static async open(tx: Tx, app: LedgerApp, conversationIds: readonly ConversationId[]): Promise<Ledger> {
    return new Ledger(app, conversationIds.length === 0 ? [] : await lockRooms(tx, conversationIds));
  }

  /** Over rooms as they are believed to be. Whether they are, has to be seen behind their lock before anything is written. */
  static believing(app: LedgerApp, rooms: readonly PeopledRoomRow[]): Ledger {
    return new Ledger(app, rooms);
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
    const at = Math.max(this.app.clock.now(), end.at + 1);
    this.ends.set(room.conversation_id, { seq, at });
    const row = {
      ...line,
      message_id: line.message_id ?? newId('message', this.app.clock.now()),
      seq,
      created_at: new Date(at),
    };
    this.lines.push(row);
    return row;
  }

  /** Writes the lines and moves the rooms on. */
  async write(tx: Tx): Promise<void> {
    if (this.lines.length === 0) return;
    const ends = this.lastLines();
    await Promise.all([insertMessages(tx, this.lines), noteMentions(tx, this.lines), updateLastLines(tx, ends)]);
    for (const end of ends) this.app.rooms.advance(end.conversationId, end);
  }

  /** Notes which assets the lines name, for whoever writes the lines otherwise than by `write`. */
  async noteMentions(tx: Tx): Promise<void> {
    await noteMentions(tx, this.lines);
  }

  /** How each room ends that has new lines. */
  lastLines(): LastLine[] {
    const last = new Map(this.lines.map((line) => [line.conversation_id, line]));
    return [...last.values()].map((line) => ({
      conversationId: line.conversation_id,
      seq: line.seq,
      preview: previewOf(line),
      at: line.created_at,
    }));
  }

  /** What everyone in the rooms is told of the new lines, or of those of some rooms. */
  signals(isMeant: (conversationId: ConversationId) => boolean = () => true): Signal[] {
    return this.lines
      .filter((line) => isMeant(line.conversation_id))
      .map((line) =>
        tell(this.rooms.get(line.conversation_id)?.people ?? [], 'messageAppended', {
          conversationId: line.conversation_id,
          messageId: line.message_id,
        }),
      );
  }
}
