import type {
  Approval,
  ApprovalId,
  ConversationId,
  ListedConversation,
  Notification,
  WaitingItem,
} from '@parley/protocol';

/** An approval that is pending or was decided while the inbox is open. */
export interface Question {
  readonly kind: 'question';
  readonly key: string;
  readonly approval: Approval;
  /** The notifications about it. */
  readonly notes: readonly Notification[];
}

/** Notifications of one room that are shown as one item, newest first. */
export interface News {
  readonly kind: 'news';
  readonly key: string;
  readonly type: Exclude<Notification['type'], 'approval'>;
  readonly conversationId: ConversationId | null;
  readonly notes: readonly [Notification, ...Notification[]];
  readonly isNew: boolean;
}

/** A pending decision other than an approval. */
export interface Waiting {
  readonly kind: 'waiting';
  readonly key: string;
  readonly item: WaitingItem;
  /** The notifications about it. */
  readonly notes: readonly Notification[];
}

export type InboxItem = Question | Waiting | News;

export interface Lanes {
  /** By deadline, then by age; items without a deadline come last. */
  readonly decide: readonly (Question | Waiting)[];
  readonly forYou: readonly News[];
  readonly everything: readonly InboxItem[];
}

export interface InboxInput {
  /** Pending approvals, and those decided while the inbox is open, in display order. */
  readonly questions: readonly Approval[];
  /** Pending decisions other than approvals, oldest first. */
  readonly waiting: readonly WaitingItem[];
  /** All known approvals. */
  readonly asked: readonly Approval[];
  /** Newest first. */
  readonly notifications: readonly Notification[];
  readonly rooms: readonly ListedConversation[];
}

/** Sorts all items into the three lanes. Each item is in one lane. */
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

/** Returns whether the user has seen neither the notification nor, for a message, all of its room. */
function isUnseen({ readAt, messageId }: Notification, room: ListedConversation | undefined): boolean {
  return readAt === null && (messageId === null || room === undefined || room.unreadCount > 0);
}

/** Groups the notifications by type and room. With `inARow`, only consecutive ones form a group. */
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
    type: type === 'approval' ? 'message' : type,
    conversationId,
    notes,
    isNew,
  };
}

function questionOf(approval: Approval, notifications: readonly Notification[]): Question {
  const notes = notifications.filter(({ approvalId }) => approvalId === approval.id);
  return { kind: 'question', key: approval.id, approval, notes };
}

/** Returns a stable key for an item. */
function keyOf(item: WaitingItem): string {
  if (item.kind === 'form') return `form-${item.messageId}-${item.formId}`;
  return item.kind === 'access' ? `access-${item.agentId}-${item.userId}` : `${item.kind}-${item.agentId}`;
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

/** Appends new pending approvals to those already shown, which keep their places even after a decision. */
export function keepPlaces(shown: readonly ApprovalId[], waiting: readonly Approval[]): readonly ApprovalId[] {
  const fresh = waiting.map(({ id }) => id).filter((id) => !shown.includes(id));
  return fresh.length === 0 ? shown : [...shown, ...fresh];
}
