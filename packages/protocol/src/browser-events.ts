import type { AgentId, ApprovalId, ConversationId, MessageId, NotificationId, TaskId } from './ids.ts';

/**
 * The members of each browser event besides `id`, `type` and `occurredAt`. An event never carries content: the reader fetches
 * it.
 */
export interface BrowserEventPayloads {
  readonly streamReady: Record<never, never>;
  readonly messageAppended: MessagePointer;
  readonly messagePartial: MessagePointer;
  readonly conversationUpdated: { readonly conversationId: ConversationId };
  readonly deliveryUpdated: MessagePointer;
  readonly approvalPending: ApprovalPointer;
  readonly approvalResolved: ApprovalPointer;
  readonly taskUpdated: { readonly taskId: TaskId; readonly conversationId: ConversationId };
  readonly membershipUpdated: { readonly agentId: AgentId };
  readonly notificationAdded: { readonly notificationId: NotificationId };
}

interface MessagePointer {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

interface ApprovalPointer {
  readonly approvalId: ApprovalId;
  readonly conversationId: ConversationId;
}

export type BrowserEventType = keyof BrowserEventPayloads;

const everyType: Readonly<Record<BrowserEventType, true>> = {
  streamReady: true,
  messageAppended: true,
  messagePartial: true,
  conversationUpdated: true,
  deliveryUpdated: true,
  approvalPending: true,
  approvalResolved: true,
  taskUpdated: true,
  membershipUpdated: true,
  notificationAdded: true,
};

/** Every browser event type. A client registers a listener for each name. */
export const browserEventTypes = Object.keys(everyType) as readonly BrowserEventType[];

/** The JSON of a browser event, as in the `data:` line. */
export type BrowserEvent<Type extends BrowserEventType = BrowserEventType> = {
  [T in Type]: { readonly id: string; readonly type: T; readonly occurredAt: string } & BrowserEventPayloads[T];
}[Type];

/** The first event of a feed, and again wherever events were dropped. Its id is the position to resume from. */
export interface FeedReady {
  readonly id: string;
  readonly type: 'feedReady';
  readonly occurredAt: string;
  /** True: all events since the given position follow. False: the reader fetches everything again. */
  readonly resumed: boolean;
}

/** The JSON of an event of `GET /v1/feed`: a browser event whose `id` is its position, `<epoch>.<n>`, or `feedReady`. */
export type FeedEvent = BrowserEvent<Exclude<BrowserEventType, 'streamReady'>> | FeedReady;
