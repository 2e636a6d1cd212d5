import type {
  AgentId,
  BrowserEventPayloads,
  BrowserEventType,
  ConversationId,
  DeliveryId,
  UserId,
} from '@parley/protocol';

/**
 * What is told after a commit: to people, that something of theirs changed (a browser event without content), and to the
 * servers themselves, that there is something to do. A lost signal loses nothing: readers fetch again, engines sweep.
 */
export type Signal = PersonSignal | ServerSignal;

export type PersonSignal = {
  [Type in BrowserEventType]: {
    readonly to: 'people';
    readonly userIds: readonly UserId[];
    readonly type: Type;
    readonly payload: BrowserEventPayloads[Type];
  };
}[BrowserEventType];

export type ServerSignal =
  /** Deliveries of this agent wait for whoever can send them. */
  | { readonly to: 'servers'; readonly type: 'deliveriesWaiting'; readonly agentId: AgentId }
  /** This server lives from now on: what is told is told to it, too. */
  | { readonly to: 'servers'; readonly type: 'serverJoined' }
  /** Deliveries are due that nobody has planned for: a server that stops has let go of them. */
  | { readonly to: 'servers'; readonly type: 'deliveriesDue' }
  /** The agent's status, manifest or credentials changed. */
  | { readonly to: 'servers'; readonly type: 'agentChanged'; readonly agentId: AgentId }
  /** The owner of the agent has begun to listen to it, or does so no more: its deliveries go another way. */
  | { readonly to: 'servers'; readonly type: 'listenersChanged'; readonly agentId: AgentId }
  /** A relay delivery was acknowledged through a server that does not hold its stream. */
  | {
      readonly to: 'servers';
      readonly type: 'deliverySettled';
      readonly agentId: AgentId;
      readonly deliveryId: DeliveryId;
    }
  /** The conversation is gone, or the agent has left it: what was still to be sent is over. */
  | {
      readonly to: 'servers';
      readonly type: 'laneEnded';
      readonly agentId: AgentId;
      readonly conversationId: ConversationId;
      /** How many deliveries ended with it. */
      readonly ended: number;
    }
  /** Deliveries of this agent were taken back, wherever they are. */
  | {
      readonly to: 'servers';
      readonly type: 'deliveriesWithdrawn';
      readonly agentId: AgentId;
      readonly deliveryIds: readonly DeliveryId[];
    }
  /** A reader asks the server that has these deliveries in hand which of them have gone out. */
  | {
      readonly to: 'servers';
      readonly type: 'dispatchesAsked';
      readonly ask: string;
      readonly nodeId: string;
      readonly deliveryIds: readonly DeliveryId[];
    }
  /** Its answer: those that have, and when, in milliseconds since 1970. */
  | {
      readonly to: 'servers';
      readonly type: 'dispatchesTold';
      readonly ask: string;
      readonly nodeId: string;
      readonly dispatched: readonly { readonly deliveryId: DeliveryId; readonly at: number }[];
    }
  /** A session or a token of this person was ended: whoever holds a stream of theirs looks whether it still may. */
  | { readonly to: 'servers'; readonly type: 'accessEnded'; readonly userId: UserId }
  /** Somebody has subscribed to pushes. */
  | { readonly to: 'servers'; readonly type: 'pushSubscribed' }
  /** Tool invocations may run, or approvals have ended whose invocations wait to be told. */
  | { readonly to: 'servers'; readonly type: 'invocationsReady' }
  /** A schedule was added, which falls due then, in milliseconds since 1970. */
  | { readonly to: 'servers'; readonly type: 'scheduleAdded'; readonly nextAt: number }
  /** An approval was asked for, which expires then, in milliseconds since 1970. */
  | { readonly to: 'servers'; readonly type: 'approvalAsked'; readonly expiresAt: number };

/** A signal to people. */
export function tell<Type extends BrowserEventType>(
  userIds: readonly UserId[],
  type: Type,
  payload: BrowserEventPayloads[Type],
): PersonSignal {
  return { to: 'people', userIds, type, payload } as PersonSignal;
}
