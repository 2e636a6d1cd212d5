import { startShowcase } from '@parley/showcase';
import type { App } from '../chat/conversations/app.ts';
import { beginConversation } from './begin-conversation.ts';
import { prepareDemo } from './prepare-demo.ts';
import type { DemoRow } from './queries.ts';

/**
 * Starts the showcase agent in this process. It connects through the agent API like any other agent, over the relay at
 * `localUrl`, so it could also run elsewhere. Calls `ready` with the person that the demo's link signs in and the
 * conversation that it opens, after the showcase has been greeted.
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
    // The agent's connects and disconnects are not the server's log events, so they are logged at debug.
    log: (level, message, details) => app.log[level === 'info' ? 'debug' : level](details ?? {}, message),
  });
  await beginConversation(app, demo);
  ready(demo);
  return showcase;
}
