import { z } from 'zod';
import { idPatterns, type Id, type IdKind } from './id-forms.ts';

export {
  idPrefixes,
  isId,
  lowestId,
  monotonicUlid,
  newId,
  type AgentId,
  type ApprovalId,
  type AssetId,
  type BackupId,
  type ConversationId,
  type CredentialId,
  type DeliveryId,
  type ExportId,
  type Id,
  type IdKind,
  type IdentityId,
  type InvitationId,
  type InvocationId,
  type MessageId,
  type NoticeId,
  type NotificationId,
  type PasskeyId,
  type ScheduleId,
  type SessionId,
  type StandingGrantId,
  type SubscriptionId,
  type TaskId,
  type TokenId,
  type UserId,
} from './id-forms.ts';

/** Returns the schema of an id of this kind, for request bodies and envelopes. */
export function idSchema<Kind extends IdKind>(kind: Kind) {
  return z.string().regex(idPatterns[kind]) as unknown as z.ZodType<Id<Kind>>;
}
