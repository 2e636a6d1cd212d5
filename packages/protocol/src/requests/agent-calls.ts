import { z } from 'zod';
import { handle, scopeName, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { agentTransport } from './agents.ts';

/** The request schemas accept any `blocks`, because `acceptBlocks` validates them and names path and reason. */
const blocks = z.unknown().meta({ id: 'SentBlocks' });

/** POST /hooks/v1/reply. `partial` replaces the open draft of the delivery; a final reply closes it. */
export const replyBody = z
  .strictObject({
    version: z.literal('1'),
    in_reply_to_delivery_id: idSchema('delivery'),
    blocks,
    partial: z.boolean().default(false),
    to_agent_id: idSchema('agent').optional(),
  })
  .meta({ id: 'ReplyBody' });

/** POST /hooks/v1/messages/{messageId}/edit: the new blocks, as of a final reply. */
export const editByAgentBody = z.strictObject({ version: z.literal('1'), blocks }).meta({ id: 'EditByAgentBody' });

/** POST /hooks/v1/task. There is no `task_id`: the delivery determines the task. */
export const taskUpdateBody = z
  .strictObject({
    version: z.literal('1'),
    in_reply_to_delivery_id: idSchema('delivery'),
    status: z.enum(['in_progress', 'awaiting_approval', 'completed', 'failed']),
    blocks: blocks.optional(),
    note: z.string().min(1).max(10_000).optional(),
  })
  .meta({ id: 'TaskUpdateBody' });

/** POST /hooks/v1/proactive: a message that answers no delivery. */
export const proactiveBody = z
  .strictObject({
    version: z.literal('1'),
    conversation_id: idSchema('conversation'),
    blocks,
  })
  .meta({ id: 'ProactiveBody' });

/** POST /hooks/v1/tools/invoke. */
export const invokeToolBody = z
  .strictObject({
    version: z.literal('1'),
    in_reply_to_delivery_id: idSchema('delivery'),
    requested_scope: scopeName,
    tool: z.string().min(1).max(200),
    // Not a record: a record would drop a member called `__proto__`, and the approval would cover other arguments than those
    // sent.
    arguments: z
      .custom<Record<string, unknown>>(
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
        'The arguments are an object.',
      )
      .meta({ type: 'object' }),
  })
  .meta({ id: 'InvokeToolBody' });

/** POST /hooks/v1/deliveries/{deliveryId}/ack: the result of the local handler for a relayed delivery. */
export const ackBody = z
  .strictObject({
    version: z.literal('1'),
    status: z.enum(['accepted', 'failed']),
    error: z.string().min(1).max(500).optional(),
  })
  .meta({ id: 'AckBody' });

/** POST /hooks/v1/deliveries/{deliveryId}/failure: reports to the owner that the agent could not answer a delivery, and why. */
export const failureBody = z
  .strictObject({ version: z.literal('1'), reason: z.string().min(1).max(1000) })
  .meta({ id: 'FailureBody' });

/** 202 of a failure report. */
export const failureAnswer = z.strictObject({}).meta({ id: 'FailureAnswer' });

export type FailureBody = z.infer<typeof failureBody>;
export type ReplyBody = z.infer<typeof replyBody>;
export type TaskUpdateBody = z.infer<typeof taskUpdateBody>;
export type ProactiveBody = z.infer<typeof proactiveBody>;
export type InvokeToolBody = z.infer<typeof invokeToolBody>;
export type AckBody = z.infer<typeof ackBody>;

/** 202 of a reply. `agent_call` is present if the reply called another agent. */
export const replyAnswer = z
  .strictObject({
    message_id: idSchema('message'),
    partial: z.boolean(),
    agent_call: z.strictObject({ delivery_id: idSchema('delivery') }).nullable(),
  })
  .meta({ id: 'ReplyAnswer' });

/** 200 of an edit. `revision` says how many times the message was edited. */
export const editByAgentAnswer = z
  .strictObject({ message_id: idSchema('message'), revision: z.int().min(0) })
  .meta({ id: 'EditByAgentAnswer' });

/** 202 of a task update. `applied` is false if the task already had that status. */
export const taskUpdateAnswer = z
  .strictObject({ applied: z.boolean(), status: z.string() })
  .meta({ id: 'TaskUpdateAnswer' });

/** 202 of a proactive message. The answer does not depend on whether a person was notified. */
export const proactiveAnswer = z
  .strictObject({ accepted: z.literal(true), message_id: idSchema('message') })
  .meta({ id: 'ProactiveAnswer' });

/** 200 of an ack. `matched` says whether the platform was still waiting for this ack. */
export const ackAnswer = z.strictObject({ matched: z.boolean() }).meta({ id: 'AckAnswer' });

/** A public agent in a search result. The more words match, the higher the score. */
const foundAgent = z
  .strictObject({
    agent_id: idSchema('agent'),
    handle,
    name: z.string(),
    description: z.string(),
    requested_scopes: z.array(z.string()).readonly(),
    score: z.number(),
  })
  .meta({ id: 'FoundAgent' });

/** 200 of an agent search, the most relevant first. */
export const agentSearchAnswer = z
  .strictObject({ items: z.array(foundAgent).readonly() })
  .meta({ id: 'AgentSearchAnswer' });

/** 200 of a tool invocation: the tool runs, the policy refused it, or it waits for the person's approval. */
export const invokeToolAnswer = z
  .discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('allow'), invocation_id: idSchema('invocation') }),
    z.strictObject({ outcome: z.literal('deny'), invocation_id: idSchema('invocation'), reason: z.string() }),
    z.strictObject({
      outcome: z.literal('pending_approval'),
      invocation_id: idSchema('invocation'),
      approval_id: idSchema('approval'),
    }),
  ])
  .meta({ id: 'InvokeToolAnswer' });

/** 201 of an upload by an agent. */
export const uploadedAsset = z
  .strictObject({
    asset_id: idSchema('asset'),
    mime: z.string(),
    size_bytes: z.int().min(1),
  })
  .meta({ id: 'UploadedAsset' });

/** The data of the relay's `ready` event. */
export const relayReady = z
  .strictObject({
    agent_id: idSchema('agent'),
    credential_id: idSchema('credential'),
    connection_id: z.string(),
    heartbeat_seconds: z.int(),
    ack_timeout_seconds: z.int(),
    max_in_flight: z.int(),
    /** The transport in the agent's manifest. Deliveries come over the stream only if it is `relay`. */
    transport: agentTransport,
    /** One sentence for the agent's author if the transport is not `relay`. */
    notice: z.string().optional(),
  })
  .meta({ id: 'RelayReady' });

/** The data of the `ready` event on the stream of an owner who listens to their agent. */
export const listenReady = relayReady.omit({ credential_id: true, notice: true }).meta({ id: 'ListenReady' });

/** The data of the relay's `delivery` event: the same parts as a webhook request. */
export const relayDelivery = z
  .strictObject({
    delivery_id: idSchema('delivery'),
    /** The value of `X-Platform-Signature`. */
    signature: z.string(),
    /** The value of `Authorization`. */
    authorization: z.string(),
    /** The bytes of the delivery envelope, in base64. */
    body_base64: z.base64(),
  })
  .meta({ id: 'RelayDelivery' });

/** The data of the relay's `heartbeat` event. */
export const relayHeartbeat = z.strictObject({ at: timestamp }).meta({ id: 'RelayHeartbeat' });

export type ReplyAnswer = z.infer<typeof replyAnswer>;
export type EditByAgentAnswer = z.infer<typeof editByAgentAnswer>;
export type TaskUpdateAnswer = z.infer<typeof taskUpdateAnswer>;
export type ProactiveAnswer = z.infer<typeof proactiveAnswer>;
export type AckAnswer = z.infer<typeof ackAnswer>;
export type AgentSearchAnswer = z.infer<typeof agentSearchAnswer>;
export type InvokeToolAnswer = z.infer<typeof invokeToolAnswer>;
export type UploadedAsset = z.infer<typeof uploadedAsset>;
export type RelayReady = z.infer<typeof relayReady>;
export type ListenReady = z.infer<typeof listenReady>;
export type RelayDelivery = z.infer<typeof relayDelivery>;
export type RelayHeartbeat = z.infer<typeof relayHeartbeat>;
