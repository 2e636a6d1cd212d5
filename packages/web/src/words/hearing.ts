import { catalogue } from './catalogue.ts';

/** Texts about which messages the agent of a room gets. */
export const hearingWords = catalogue('hearingWords', {
  label: (agent: string) => `${agent} hears`,
  all: 'All messages',
  mentions: 'Only when mentioned',
  hint: (agent: string, handle: string) =>
    `This counts for everyone here. When only mentions count, ${agent} gets messages with @${handle}; tasks, forms and schedules always reach it.`,
  hearsMentions: (agent: string, handle: string) => `${agent} hears only messages with @${handle}`,
});
