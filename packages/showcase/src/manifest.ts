import type { Manifest } from '@parley/protocol';

/** What the showcase agent is registered with. */
export const showcaseManifest: Manifest = {
  version: '1',
  handle: 'showcase',
  name: 'Showcase',
  description: 'Shows what an agent can put in front of you: streamed text, cards, forms, tables, charts and more.',
  transport: 'relay',
  requested_scopes: [],
  access: 'public',
  suggested_prompts: ['help', 'stream a story', 'show every block', 'chart'],
};
