import type { Manifest } from '@parley/protocol';

/** The showcase agent's manifest. It requests one scope for each ability that needs a grant. */
export const showcaseManifest: Manifest = {
  version: '1',
  handle: 'showcase',
  name: 'Showcase',
  description:
    'Shows what an agent can do here: ask, charge, stream, draw, plan and fail, and all of it on your terms.',
  transport: 'relay',
  // Short, since people read them on a phone before the first message.
  requested_scopes: [
    { scope: 'coin.charge', reason: 'To sell you tea, if you approve.' },
    { scope: 'decision.request', reason: 'To ask before it acts.' },
    { scope: 'proactive.message', reason: 'To remind you when you asked.' },
  ],
  access: 'public',
  suggested_prompts: ['help', 'stream a story', 'show every block', 'charge 3 coins'],
};
