import { startShowcase } from '@parley/showcase';
import type { App } from '../conversations/app.ts';
import { beginConversation } from './begin-conversation.ts';
import { prepareDemo } from './prepare-demo.ts';
import type { DemoRow } from './queries.ts';

/**
 * Starts the showcase agent in this process. It comes in by the agent door like any other, over the relay at `localUrl`; it
 * could as well run elsewhere. `ready` is called with the person whom the demo's link signs in and
 * the conversation that it opens, in which the showcase has been greeted.
 */
export async function startDemo(
  app: App,
  localUrl: string,
  ready: (demo: DemoRow) => void,
): Promise<{ stop(): Promise<void> }> {
  const demo = await prepareDemo(app);
  const { credentialId, secret } = demo.credential;
  const showcase = await startShowcase({
    baseUrl: localUrl,
    agentId: demo.agent_id,
    credentialId,
    secret,
    // What the agent says of its coming and going is no news of the server.
    log: (level, message, details) => app.log[level === 'info' ? 'debug' : level](details ?? {}, message),
  });
  await beginConversation(app, demo);
  ready(demo);
  return showcase;
}
