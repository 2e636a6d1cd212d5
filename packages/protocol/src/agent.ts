/** The part of the contract that an agent needs at run time. Nothing here imports zod, so that a bundled agent stays small. */
export { acceptBlocks } from './blocks/shapes/accept-blocks.ts';
export { coded } from './coded.ts';
export { eventTypes, type EventType } from './event-types.ts';
export {
  newId,
  lowestId,
  isId,
  idPrefixes,
  idPatterns,
  type IdKind,
  type Id,
  type UserId,
  type AgentId,
  type ConversationId,
  type MessageId,
  type DeliveryId,
  type ApprovalId,
  type AssetId,
  type TaskId,
  type CredentialId,
  type InvocationId,
  type ScheduleId,
  type NotificationId,
  type SessionId,
  type TokenId,
  type SubscriptionId,
} from './id-forms.ts';
export { isRefusalCode, refusals, type RefusalCode, type Refusal } from './refusals.ts';
export { parseRetryAfter } from './retry-after.ts';
export { addressOf } from './routes/call.ts';
export {
  parseSignature,
  isTimely,
  parseAuthorization,
  writeAuthorization,
  agentSignatureHeader,
  platformSignatureHeader,
  type Signature,
  type Authorization,
} from './signature-form.ts';
export { sseFrame, sseRetry, sseComment } from './sse.ts';
export { readTraceHeaders, type TraceHeaders } from './trace-context.ts';
export { importSecret, signWith, verifyWith, type SigningKey } from './web-signing.ts';
