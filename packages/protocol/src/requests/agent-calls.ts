import { z } from 'zod';
import type { AgentId, AssetId, CredentialId, DeliveryId, InvocationId, MessageId } from '../ids.ts';
import { idSchema } from '../ids.ts';
import { scopeName } from '../fields.ts';

/** `blocks` are judged by `acceptBlocks`, which names path and reason, so the request schemas leave them open. */
const blocks = z.unknown();

/** POST /hooks/v1/reply. `partial` replaces the open draft of the delivery; a final reply closes it. */
export const replyBody = z.strictObject({
  version: z.literal('1'),
  in_reply_to_delivery_id: idSchema('delivery'),
  blocks,
  partial: z.boolean().default(false),
  to_agent_id: idSchema('agent').optional(),
});

/** POST /hooks/v1/task. There is no `task_id`: the task is the one that the delivery is about. */
export const taskUpdateBody = z.strictObject({
  version: z.literal('1'),
  in_reply_to_delivery_id: idSchema('delivery'),
  status: z.enum(['in_progress', 'awaiting_approval', 'completed', 'failed']),
  blocks: blocks.optional(),
  note: z.string().min(1).max(10_000).optional(),
});

/** POST /hooks/v1/proactive: a message that answers no delivery. */
export const proactiveBody = z.strictObject({
  version: z.literal('1'),
  conversation_id: idSchema('conversation'),
  blocks,
});

/** POST /hooks/v1/tools/invoke. */
export const invokeToolBody = z.strictObject({
  version: z.literal('1'),
  in_reply_to_delivery_id: idSchema('delivery'),
  requested_scope: scopeName,
  tool: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()),
});

/** POST /hooks/v1/deliveries/{deliveryId}/ack: how the local handler took a relayed delivery. */
export const ackBody = z.strictObject({
  version: z.literal('1'),
  status: z.enum(['accepted', 'failed']),
  error: z.string().min(1).max(500).optional(),
});

export type ReplyBody = z.infer<typeof replyBody>;
export type TaskUpdateBody = z.infer<typeof taskUpdateBody>;
export type ProactiveBody = z.infer<typeof proactiveBody>;
export type InvokeToolBody = z.infer<typeof invokeToolBody>;
export type AckBody = z.infer<typeof ackBody>;

/** 202 of a reply. `agent_call` is there where the reply named another agent. */
export interface ReplyAnswer {
  readonly message_id: MessageId;
  readonly partial: boolean;
  readonly agent_call: { readonly delivery_id: DeliveryId } | null;
}

/** 202 of a task update. `applied` is false where the task already had that status. */
export interface TaskUpdateAnswer {
  readonly applied: boolean;
  readonly status: string;
}

export interface ProactiveAnswer {
  readonly accepted: true;
  readonly message_id: MessageId;
}

/** 200 of an ack. `matched` says whether the platform was still waiting for it. */
export interface AckAnswer {
  readonly matched: boolean;
}

export interface AgentSearchAnswer {
  readonly items: readonly {
    readonly agent_id: AgentId;
    readonly handle: string;
    readonly name: string;
    readonly description: string;
    readonly requested_scopes: readonly string[];
    readonly score: number;
  }[];
}

export type InvokeToolAnswer =
  | { readonly outcome: 'allow'; readonly invocation_id: InvocationId }
  | { readonly outcome: 'deny'; readonly invocation_id: InvocationId; readonly reason: string }
  | { readonly outcome: 'pending_approval'; readonly invocation_id: InvocationId; readonly approval_id: string };

export interface UploadedAsset {
  readonly asset_id: AssetId;
  readonly mime: string;
  readonly size_bytes: number;
}

/** The data of the relay's `ready` event. */
export interface RelayReady {
  readonly agent_id: AgentId;
  readonly credential_id: CredentialId;
  readonly connection_id: string;
  readonly heartbeat_seconds: number;
  readonly ack_timeout_seconds: number;
  readonly max_in_flight: number;
}

/** The data of the relay's `delivery` event: what a webhook request would have carried. */
export interface RelayDelivery {
  readonly delivery_id: DeliveryId;
  /** The value of `X-Platform-Signature`. */
  readonly signature: string;
  /** The value of `Authorization`. */
  readonly authorization: string;
  /** The bytes of the delivery envelope, in base64. */
  readonly body_base64: string;
}

export interface RelayHeartbeat {
  readonly at: string;
}
