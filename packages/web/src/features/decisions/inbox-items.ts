import type {
  Approval,
  ApprovalId,
  ConversationId,
  ListedConversation,
  Notification,
  WaitingItem,
} from '@parley/protocol';

/** What waits for a decision, or was decided while the inbox is open. */
export interface Question {
  readonly kind: 'question';
  readonly key: string;
  readonly approval: Approval;
  /** The notifications that said so. */
  readonly notes: readonly Notification[];
}

/** What happened in one room without a break, the newest first. */
export interface News {
  readonly kind: 'news';
  readonly key: string;
  readonly type: 'message' | 'task';
  readonly conversationId: ConversationId | null;
  readonly notes: readonly [Notification, ...Notification[]];
  readonly isNew: boolean;
}

/** What waits besides approvals. */
export interface Waiting {
  readonly kind: 'waiting';
  readonly key: string;
  readonly item: WaitingItem;
  /** The notifications that said so. */
  readonly notes: readonly Notification[];
}

export type InboxItem = Question | Waiting | News;

export interface Lanes {
  /** By deadline, and then by age: what has none comes after what has. */
  readonly decide: readonly (Question | Waiting)[];
  readonly forYou: readonly News[];
  readonly everything: readonly InboxItem[];
}

export interface InboxInput {
  /** What waits, and what was decided while the inbox is open, in the order in which it is shown. */
  readonly questions: readonly Approval[];
  /** What waits besides approvals, the oldest first. */
  readonly waiting: readonly WaitingItem[];
  /** Everything known that was asked. */
  readonly asked: readonly Approval[];
  /** The newest first. */
  readonly notifications: readonly Notification[];
  readonly rooms: readonly ListedConversation[];
}

/** Sorts what is known into the three lanes. A thing stands in one of them. */
export function lanesOf({ questions, waiting, asked, notifications, rooms }: InboxInput): Lanes {
  const roomOf = new Map(rooms.map((room) => [room.conversationId, room]));
  const isNew = (note: Notification) =>
    isUnseen(note, note.conversationId ? roomOf.get(note.conversationId) : undefined);
  const shown = new Set(questions.map(({ id }) => id));
  const older = asked
    .filter(({ id, state }) => state !== 'pending' && !shown.has(id))
    .map((approval) => questionOf(approval, notifications));
  const others = waiting.map((item) => waitingOf(item, notifications));
  const told = new Set(others.flatMap(({ notes }) => notes));
  const happened = notifications.filter((note) => note.type !== 'approval' && !told.has(note));
  return {
    decide: [...questions.map((approval) => questionOf(approval, notifications)), ...others],
    forYou: gathered(happened.filter(isNew), true, false),
    everything: merged(
      gathered(
        happened.filter((note) => !isNew(note)),
        false,
        true,
      ),
      older,
    ),
  };
}

/** Whether nobody has looked at it: neither at the notification nor, where it points at words, at all of its room. */
function isUnseen({ readAt, messageId }: Notification, room: ListedConversation | undefined): boolean {
  return readAt === null && (messageId === null || room === undefined || room.unreadCount > 0);
}

/** Gathers what one room told: all of it, or what follows one another in a row. */
function gathered(notes: readonly Notification[], isNew: boolean, inARow: boolean): News[] {
  const groups: [Notification, ...Notification[]][] = [];
  const open = new Map<string, Notification[]>();
  for (const note of notes) {
    const name = `${note.type} ${note.conversationId}`;
    if (inARow && !open.has(name)) open.clear();
    const group = open.get(name);
    if (group) {
      group.push(note);
      continue;
    }
    const fresh: [Notification] = [note];
    groups.push(fresh);
    open.set(name, fresh);
  }
  return groups.map((group) => newsOf(group, isNew));
}

function newsOf(notes: [Notification, ...Notification[]], isNew: boolean): News {
  const [{ notificationId, type, conversationId }] = notes;
  return {
    kind: 'news',
    key: notificationId,
    type: type === 'task' ? 'task' : 'message',
    conversationId,
    notes,
    isNew,
  };
}

function questionOf(approval: Approval, notifications: readonly Notification[]): Question {
  const notes = notifications.filter(({ approvalId }) => approvalId === approval.id);
  return { kind: 'question', key: approval.id, approval, notes };
}

/** Names what waits, the same whenever it is read. */
function keyOf(item: WaitingItem): string {
  if (item.kind === 'form') return `form-${item.messageId}-${item.formId}`;
  return item.kind === 'access' ? `access-${item.agentId}-${item.userId}` : `consent-${item.agentId}`;
}

function waitingOf(item: WaitingItem, notifications: readonly Notification[]): Waiting {
  const notes = item.kind === 'form' ? notifications.filter(({ messageId }) => messageId === item.messageId) : [];
  return { kind: 'waiting', key: keyOf(item), item, notes };
}

function merged(news: readonly News[], questions: readonly Question[]): InboxItem[] {
  const at = (item: News | Question) =>
    Date.parse(item.kind === 'news' ? item.notes[0].createdAt : (item.approval.resolvedAt ?? item.approval.expiresAt));
  return [...news, ...questions].sort((one, other) => at(other) - at(one));
}

/** Puts what waits now behind what was shown before, which keeps its place though it be decided. */
export function keepPlaces(shown: readonly ApprovalId[], waiting: readonly Approval[]): readonly ApprovalId[] {
  const fresh = waiting.map(({ id }) => id).filter((id) => !shown.includes(id));
  return fresh.length === 0 ? shown : [...shown, ...fresh];
}
