export { auditActions, auditTargets, type AuditAction, type AuditTarget } from './audit-actions.ts';
export * from './browser-events.ts';
export { canonicalJson } from './canonical-json.ts';
export { closestName } from './closest-name.ts';
export { didYouMean } from './did-you-mean.ts';
export { isEmoji } from './emoji.ts';
export { mentionedHandles, mentionsIn, type Mention } from './mentions.ts';
export * from './envelope.ts';
export { handle, newHandle, scopeName, timezone, locale, line, chosenName, timestamp, moment } from './fields.ts';
export { handleFault, nameFault } from './fields.ts';
export * from './ids.ts';
export { knownFields } from './known-fields.ts';
export { limits } from './limits.ts';
export { cleanLine, hasStrayCharacter, isBlank, normalized, withoutStray } from './names.ts';
export {
  platformLine,
  platformLines,
  readPlatformLine,
  type PlatformLine,
  type PlatformLineValues,
  type ReadPlatformLine,
} from './platform-lines.ts';
export { titleOfScope } from './scope-titles.ts';
export { readinessReasons, type ReadinessReason } from './readiness.ts';
export { parseRetryAfter } from './retry-after.ts';
export { isRefusalCode, refusals, type RefusalCode, type Refusal } from './refusals.ts';
export {
  replyBody,
  taskUpdateBody,
  proactiveBody,
  invokeToolBody,
  ackBody,
  failureBody,
  failureAnswer,
  replyAnswer,
  editByAgentBody,
  editByAgentAnswer,
  taskUpdateAnswer,
  proactiveAnswer,
  ackAnswer,
  agentSearchAnswer,
  invokeToolAnswer,
  uploadedAsset,
  relayReady,
  listenReady,
  relayDelivery,
  relayHeartbeat,
  type FailureBody,
  type ReplyBody,
  type TaskUpdateBody,
  type ProactiveBody,
  type InvokeToolBody,
  type AckBody,
  type ReplyAnswer,
  type EditByAgentAnswer,
  type TaskUpdateAnswer,
  type ProactiveAnswer,
  type AckAnswer,
  type AgentSearchAnswer,
  type InvokeToolAnswer,
  type UploadedAsset,
  type RelayReady,
  type ListenReady,
  type RelayDelivery,
  type RelayHeartbeat,
} from './requests/agent-calls.ts';
export {
  historyEntry,
  historyAnswer,
  agentTool,
  agentToolsAnswer,
  deliveryState,
  type HistoryEntry,
  type HistoryAnswer,
  type AgentTool,
  type AgentToolsAnswer,
  type DeliveryState,
} from './requests/agent-reads.ts';
export {
  agentTransport,
  manifest,
  manifestBody,
  grantsBody,
  membershipPreferencesBody,
  accessRequestBody,
  requestedScope,
  agentStatus,
  agent,
  issuedCredential,
  registeredAgent,
  issuedCredentialAnswer,
  credential,
  membership,
  grant,
  accessRequest,
  deliveryStatus,
  handlerError,
  deliveryLogEntry,
  deliveryAttempt,
  deliveryLogItem,
  listenerAckBody,
  agentConnection,
  type AgentAccess,
  type AgentTransport,
  type Manifest,
  type ListenerAckBody,
  type AgentConnection,
  type HandlerError,
  type AgentStatus,
  type RequestedScope,
  type Agent,
  type IssuedCredential,
  type Credential,
  type Membership,
  type Grant,
  type AccessRequest,
  type DeliveryStatus,
  type DeliveryLogEntry,
  type DeliveryLogItem,
  type DeliveryAttempt,
} from './requests/agents.ts';
export {
  approvalStates,
  approvalKinds,
  resolveApprovalBody,
  approval,
  resolvedApproval,
  agentReceiptAnswer,
  approvalReceipt,
  standingReceipt,
  standingUse,
  type StandingReceipt,
  type StandingUse,
  type ApprovalState,
  type ApprovalKind,
  type ResolveApprovalBody,
  type Approval,
  type ResolvedApproval,
  type AgentReceiptAnswer,
  type ApprovalReceipt,
} from './requests/approvals.ts';
export {
  sendAttachmentBody,
  asset,
  assetUrlAnswer,
  type SendAttachmentBody,
  type Asset,
  type AssetUrlAnswer,
} from './requests/assets.ts';
export { notifyLevel, type NotifyLevel } from './requests/attention.ts';
export {
  openConversationBody,
  sendMessageBody,
  editMessageBody,
  addMemberBody,
  updateConversationBody,
  markReadBody,
  conversationPreferencesBody,
  agentMember,
  member,
  listedConversation,
  queuedDelivery,
  sentMessage,
  messageDelivery,
  messageAuthor,
  message,
  messageRevision,
  messageRevisions,
  foundMessage,
  roomFile,
  type Choice,
  type RoomFile,
  type FoundMessage,
  type Member,
  type AgentMember,
  type ListedConversation,
  type Conversation,
  type QueuedDelivery,
  type SentMessage,
  type MessageDelivery,
  type MessageAuthor,
  type Message,
  type MessageReaction,
  type MessageRevision,
} from './requests/conversations.ts';
export { submitFormBody, submittedForm, type FormValues, type SubmittedForm } from './requests/forms.ts';
export { notificationsReadBody, notification, type Notification } from './requests/notifications.ts';
export { pageOf, listOf, itemOf, type Page, type Item } from './requests/pages.ts';
export * from './requests/people.ts';
export {
  subscribeBody,
  pushKey,
  pushSubscription,
  pushPayload,
  type SubscribeBody,
  type PushSubscriptionItem,
  type PushPayload,
} from './requests/pushes.ts';
export {
  toolPolicies,
  coinChargeArguments,
  identityReadArguments,
  clockNowArguments,
  toolFailureCodes,
  type ToolPolicy,
  type CoinChargeArguments,
  type IdentityReadArguments,
  type ToolFailureCode,
} from './requests/tools.ts';
export { walletEntry, wallet, walletPage, type WalletEntry, type Wallet } from './requests/wallet.ts';
export * from './requests/schedules.ts';
export * from './requests/tasks.ts';
export { quotaName, quotaItem, type QuotaItem } from './requests/quota.ts';
export {
  waitingItem,
  notNowBody,
  type WaitingItem,
  type WaitingForm,
  type WaitingConsent,
  type WaitingAccess,
  type WaitingTransfer,
} from './requests/waiting.ts';
export { addresses } from './routes/addresses.ts';
export { addressOf, type RouteCall } from './routes/call.ts';
export type {
  AgentRow,
  HumanRow,
  Method,
  PathParams,
  RouteAnswer,
  RouteBody,
  RouteBodyInput,
  RouteJson,
  RouteQuery,
  RouteRefusal,
  RouteRow,
} from './routes/route.ts';
export { callerHeader } from './routes/route.ts';
export { statusOfRefusal } from './routes/refusal-status.ts';
export { routes, routesByConcept, type Routes, type RouteName, type RouteConcept } from './routes/routes.ts';

export {
  agentSignatureHeader,
  platformSignatureHeader,
  parseSignature,
  isTimely,
  parseAuthorization,
  writeAuthorization,
  type Signature,
  type Authorization,
} from './signature-form.ts';
export { sseFrame, sseRetry, sseComment } from './sse.ts';
export { readTraceHeaders, type TraceHeaders } from './trace-context.ts';
export { importSecret, signWith, verifyWith, type SigningKey } from './web-signing.ts';
export * from './blocks.ts';
export * from './requests/account-links.ts';
export * from './requests/admin-agents.ts';
export * from './requests/agent-transfers.ts';
export * from './requests/admin-audit.ts';
export * from './requests/admin-backups.ts';
export * from './requests/admin-invitations.ts';
export * from './requests/admin-overview.ts';
export * from './requests/admin-people.ts';
export * from './requests/admin-settings.ts';
export * from './requests/admin-setup.ts';
export * from './requests/erase.ts';
export * from './requests/exports.ts';
export * from './requests/passkeys.ts';
export * from './requests/reports.ts';
export * from './requests/sign-in.ts';
export * from './requests/retention.ts';
export * from './decisions/validate-replacement.ts';
export * from './requests/attention-counts.ts';
export * from './requests/decisions.ts';
export * from './requests/models.ts';
export * from './requests/standing-grants.ts';
export * from './standing-grants/decimal.ts';
export * from './standing-grants/coverage-of.ts';
export { pointerNames, readPointer } from './standing-grants/read-pointer.ts';
export { nameByBytes } from './file-names.ts';
