export * from './browser-events.ts';
export * from './closest-name.ts';
export * from './did-you-mean.ts';
export * from './envelope.ts';
export * from './fields.ts';
export * from './ids.ts';
export * from './known-fields.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './refusals.ts';
export * from './requests/agent-calls.ts';
export * from './requests/agent-reads.ts';
export * from './requests/agents.ts';
export * from './requests/approvals.ts';
export * from './requests/assets.ts';
export { notifyLevel, type NotifyLevel } from './requests/attention.ts';
export * from './requests/conversations.ts';
export * from './requests/forms.ts';
export * from './requests/notifications.ts';
export * from './requests/pages.ts';
export * from './requests/people.ts';
export * from './requests/pushes.ts';
export * from './requests/tools.ts';
export * from './requests/wallet.ts';
export * from './requests/schedules.ts';
export * from './requests/tasks.ts';
export * from './requests/quota.ts';
export * from './requests/waiting.ts';
export * from './routes/addresses.ts';
export * from './routes/call.ts';
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
export * from './routes/routes.ts';
export * from './signing.ts';
export * from './sse.ts';
export * from './trace-context.ts';
export * from './web-signing.ts';
// blocks
export * from './blocks/accept-blocks.ts';
export * from './blocks/block-definition.ts';
export * from './blocks/block-fault.ts';
export * from './blocks/characters.ts';
export * from './blocks/plain-markdown.ts';
export * from './blocks/families/chart.ts';
export * from './blocks/families/choices.ts';
export * from './blocks/families/data.ts';
export * from './blocks/families/form.ts';
export * from './blocks/families/media.ts';
export * from './blocks/families/place-and-time.ts';
export * from './blocks/families/reasoning.ts';
export * from './blocks/families/text.ts';
export * from './blocks/families/work.ts';
export * from './blocks/json-pointer.ts';
export * from './blocks/json-schema.ts';
export * from './blocks/plain-text.ts';
export * from './blocks/read-blocks.ts';
export * from './blocks/registry.ts';
export * from './blocks/schema-fault.ts';
