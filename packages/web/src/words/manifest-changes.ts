import { catalogue } from './catalogue.ts';

/** Says in words what a manifest changes. */
export const manifestChangeWords = catalogue('manifestChangeWords', {
  title: 'What would change',
  none: 'Nothing: it waits as it is.',
  name: (from: string, to: string) => `Name: ${from} → ${to}`,
  handle: (from: string, to: string) => `Username: @${from} → @${to}`,
  description: (to: string) => `Description: ${to}`,
  transport: (to: string) => `Reached by: ${to}`,
  webhook: (to: string) => `Webhook: ${to}`,
  noWebhook: 'No webhook any more',
  access: (to: string) => `Who may talk with it: ${to}`,
  picture: 'Another picture, or none',
  homepage: (to: string) => `Homepage: ${to}`,
  asks: (scope: string, reason: string) => `Asks for ${scope}: ${reason}`,
  asksNoMore: (scope: string) => `Asks no more for ${scope}`,
});
