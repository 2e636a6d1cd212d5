import type {
  AgentId,
  BrowserEventPayloads,
  BrowserEventType,
  ConversationId,
  DeliveryId,
  UserId,
} from '@parley/protocol';
import type { StandingEvent } from '../telemetry/standing-events.ts';

/**
 * A notification after a commit: to people, that data of theirs changed (a browser event without content), or to the
 * servers, that there is work. Losing a signal loses no data: readers fetch again, engines sweep.
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
  /** Deliveries of this agent are parked. A server that can send them fetches them. */
  | { readonly to: 'servers'; readonly type: 'deliveriesWaiting'; readonly agentId: AgentId }
  /** A server has started and receives signals from now on. */
  | { readonly to: 'servers'; readonly type: 'serverJoined' }
  /** Deliveries became due outside the plan: a stopping server released their leases. */
  | { readonly to: 'servers'; readonly type: 'deliveriesDue' }
  /** The agent's status, manifest or credentials changed. */
  | { readonly to: 'servers'; readonly type: 'agentChanged'; readonly agentId: AgentId }
  /** The agent's owner started or stopped listening, so the target of its deliveries changed. */
  | { readonly to: 'servers'; readonly type: 'listenersChanged'; readonly agentId: AgentId }
  /** A relay delivery was acknowledged through a server that does not hold its stream. */
  | {
      readonly to: 'servers';
      readonly type: 'deliverySettled';
      readonly agentId: AgentId;
      readonly deliveryId: DeliveryId;
    }
  /** The conversation ended for the agent. Its unsent deliveries have ended too. */
  | {
      readonly to: 'servers';
      readonly type: 'laneEnded';
      readonly agentId: AgentId;
      readonly conversationId: ConversationId;
      /** Number of deliveries that ended with it. */
      readonly ended: number;
    }
  /** Deliveries of this agent were withdrawn, wherever they are queued. */
  | {
      readonly to: 'servers';
      readonly type: 'deliveriesWithdrawn';
      readonly agentId: AgentId;
      readonly deliveryIds: readonly DeliveryId[];
    }
  /** A delivery that was not sent has a new body. Copies claimed up to this fence have the old one. */
  | {
      readonly to: 'servers';
      readonly type: 'deliveryResealed';
      readonly agentId: AgentId;
      readonly deliveryId: DeliveryId;
      readonly fence: number;
    }
  /** A delivery that assigns this agent a task has failed for good. */
  | { readonly to: 'servers'; readonly type: 'assignmentFailed'; readonly agentId: AgentId }
  /** A reader asks the server that holds these deliveries which of them were sent. */
  | {
      readonly to: 'servers';
      readonly type: 'dispatchesAsked';
      readonly ask: string;
      readonly nodeId: string;
      readonly deliveryIds: readonly DeliveryId[];
    }
  /** The answer: which were sent and when, in milliseconds since 1970. */
  | {
      readonly to: 'servers';
      readonly type: 'dispatchesTold';
      readonly ask: string;
      readonly nodeId: string;
      readonly dispatched: readonly { readonly deliveryId: DeliveryId; readonly at: number }[];
    }
  /** A session or token of this person ended. Servers check the streams that it opened. */
  | { readonly to: 'servers'; readonly type: 'accessEnded'; readonly userId: UserId }
  /** A mail waits to be sent. */
  | { readonly to: 'servers'; readonly type: 'mailQueued' }
  /** A person is to be erased. */
  | { readonly to: 'servers'; readonly type: 'erasureAsked' }
  /** Somebody asked for an export. */
  | { readonly to: 'servers'; readonly type: 'exportAsked' }
  /** An administrator changed settings. */
  | { readonly to: 'servers'; readonly type: 'settingsChanged' }
  /** A push subscription was added. */
  | { readonly to: 'servers'; readonly type: 'pushSubscribed' }
  /** Tool invocations can run, or are to be notified that their approval ended. */
  | { readonly to: 'servers'; readonly type: 'invocationsReady' }
  /** A schedule was added. It is next due at `nextAt`, in milliseconds since 1970. */
  | { readonly to: 'servers'; readonly type: 'scheduleAdded'; readonly nextAt: number }
  /** An approval was requested. It expires at `expiresAt`, in milliseconds since 1970. */
  | { readonly to: 'servers'; readonly type: 'approvalAsked'; readonly expiresAt: number }
  /** Standing grants were given, used or ended. The server that committed it counts it. */
  | {
      readonly to: 'servers';
      readonly type: 'standingChanged';
      readonly event: StandingEvent;
      readonly count: number;
    };

/** Creates a signal to people. */
export function tell<Type extends BrowserEventType>(
  userIds: readonly UserId[],
  type: Type,
  payload: BrowserEventPayloads[Type],
): PersonSignal {
  return { to: 'people', userIds, type, payload } as PersonSignal;
}
