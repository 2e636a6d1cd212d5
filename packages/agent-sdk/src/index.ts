export { Agent } from './agent.ts';
export type { ErrorHandler } from './agent.ts';
export type { RetryOptions } from './platform-client.ts';
export type { AgentOptions } from './agent-options.ts';
export * from './blocks.ts';
export { AgentClient } from './client.ts';
export type {
  AgentCallOptions,
  CallOptions,
  HistoryOptions,
  Plan,
  ReplyOptions,
  StreamOptions,
  TaskUpdateOptions,
  ToolCall,
} from './call-options.ts';
export type { Clock } from './clock.ts';
export { Composer } from './composer.ts';
export type { Middleware, Next, Trigger } from './composer.ts';
export type { HandlerOptions, Overlap } from './handler-options.ts';
export type { Content } from './content.ts';
export { Context } from './context.ts';
export type { AnyContext } from './context.ts';
export type { CredentialOptions } from './credentials.ts';
export { NetworkError, RefusedError } from './errors.ts';
export { envelopeBase, formSubmitted, messageCreated } from './fake-platform/envelopes.ts';
export { FakePlatform } from './fake-platform/fake-platform.ts';
export type {
  RecordedBody,
  RecordedBytes,
  RecordedCall,
  Script,
  ScriptedAnswer,
} from './fake-platform/fake-platform.ts';
export type { RecordedAck } from './fake-platform/fake-relay.ts';
export { HandlerError } from './handler-error.ts';
export { logToStderr } from './log.ts';
export type { KnownTools, ToolName } from './known-tools.ts';
export type { Log, LogLevel } from './log.ts';
export { expressWebhook, fastifyWebhook, honoWebhook, lambdaWebhook, nextWebhook } from './receivers/adapters.ts';
export type { LambdaAnswer, LambdaEvent } from './receivers/adapters.ts';
export type { ListenerRequest, ListenerResponse } from './receivers/node-listener.ts';
export type { Relay } from './receivers/relay.ts';
export type { WebhookHandler, WebhookOptions } from './receivers/webhook.ts';
export type { FunctionTool, ModelTool, ToolsOptions } from './model-tools.ts';
export type { DecisionChoice, DecisionRequest, InvokeOptions } from './results/invoke-options.ts';
export type { Decision, InvocationResult, KnownResult } from './results/outcome.ts';
export { ResultsInMemory } from './results/result-store.ts';
export type { PendingResult, ResultStore } from './results/result-store.ts';
export { ResultsInFile } from './results/results-in-file.ts';
export { ResultsInSql } from './results/results-in-sql.ts';
export type { SentMessage } from './sent-message.ts';
export { SeenInMemory } from './seen-deliveries.ts';
export type { SeenDeliveries } from './seen-deliveries.ts';
export { SeenInSql } from './seen-in-sql.ts';
export type { SqlClient } from './sql-client.ts';
export { sqliteClient } from './sqlite-client.ts';
export type { SqliteDatabase } from './sqlite-client.ts';
export type { SteersOptions } from './steers.ts';
export { StoreInMemory } from './store/state-store.ts';
export type { StateStore } from './store/state-store.ts';
export { ConversationStore, Store } from './store/store.ts';
export { StoreInFile } from './store/store-in-file.ts';
export { StoreInRedis } from './store/store-in-redis.ts';
export type { RedisClient } from './store/store-in-redis.ts';
export { StoreInSql } from './store/store-in-sql.ts';
export type { StreamPiece } from './streaming/draft.ts';
export { openTelemetry } from './telemetry.ts';
export type { HandledDelivery, OpenTelemetryApi, Telemetry } from './telemetry.ts';
export type { Envelope, EventType, SendableBlock, TraceHeaders } from '@parley/protocol';
