export { createAgent } from './create-agent.ts';
export type { CreateOptions } from './create-agent.ts';
export { isTemplate, templates } from './templates.ts';
export type { Template, TemplateName } from './templates.ts';
