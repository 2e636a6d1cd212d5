export * from './browser-events.ts';
export * from './envelope.ts';
export * from './fields.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './refusals.ts';
export * from './requests/agent-calls.ts';
export * from './requests/agents.ts';
export * from './requests/conversations.ts';
export * from './requests/pages.ts';
export * from './requests/people.ts';
export * from './signing.ts';
export * from './sse.ts';
// blocks
