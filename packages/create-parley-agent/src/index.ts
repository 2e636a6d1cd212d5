export { createAgent } from './create-agent.ts';
export type { CreateOptions } from './create-agent.ts';
