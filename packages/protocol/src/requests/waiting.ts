import { z } from 'zod';
import { scopeName, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { requestedScope } from './agents.ts';

/** A form of an agent that the caller has neither answered nor dismissed. */
const waitingForm = z.strictObject({
  kind: z.literal('form'),
  conversationId: idSchema('conversation'),
  messageId: idSchema('message'),
  formId: z.string(),
  agentId: idSchema('agent'),
  askedAt: timestamp,
});

/** Scopes that an agent requests and that the caller has not decided on, or scopes that the agent used without a grant. */
const waitingConsent = z.strictObject({
  kind: z.literal('consent'),
  agentId: idSchema('agent'),
  /** The room in which the agent last needed a scope; otherwise the caller's newest room with it. */
  conversationId: idSchema('conversation'),
  /** Whether the caller has never consented to a request of this agent. */
  isFirst: z.boolean(),
  scopes: z
    .array(
      z.strictObject({
        ...requestedScope.omit({ title: true }).shape,
        /** When the agent last used the scope without a grant; null if it never did. */
        triedAt: timestamp.nullable(),
      }),
    )
    .readonly(),
  askedAt: timestamp.nullable(),
});

/** A person's request to seat an agent of the caller. */
const waitingAccess = z.strictObject({
  kind: z.literal('access'),
  agentId: idSchema('agent'),
  userId: idSchema('user'),
  handle: z.string(),
  displayName: z.string(),
  note: z.string().nullable(),
  askedAt: timestamp,
});

/** An agent that its owner wants to give to the caller. */
const waitingTransfer = z.strictObject({
  kind: z.literal('transfer'),
  agentId: idSchema('agent'),
  agentHandle: z.string(),
  agentName: z.string(),
  /** The owner of the agent. */
  userId: idSchema('user'),
  handle: z.string(),
  displayName: z.string(),
  askedAt: timestamp,
});

/** A pending decision of the caller, other than an approval. */
export const waitingItem = z
  .discriminatedUnion('kind', [waitingForm, waitingConsent, waitingAccess, waitingTransfer])
  .meta({ id: 'WaitingItem' });

export const notNowBody = z
  .strictObject({ scopes: z.array(scopeName).min(1).max(20).readonly() })
  .meta({ id: 'NotNowBody' });

export type WaitingItem = z.infer<typeof waitingItem>;
export type WaitingForm = z.infer<typeof waitingForm>;
export type WaitingConsent = z.infer<typeof waitingConsent>;
export type WaitingAccess = z.infer<typeof waitingAccess>;
export type WaitingTransfer = z.infer<typeof waitingTransfer>;
