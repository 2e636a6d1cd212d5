import { startShowcase } from '@parley/showcase';
import type { App } from '../chat/conversations/app.ts';
import { beginConversation } from './begin-conversation.ts';
import { prepareDemo } from './prepare-demo.ts';
import type { DemoRow } from './queries.ts';

/**
 * Starts the showcase agent in this process. It connects through the agent API like any other agent, over the relay at
 * `localUrl`, so it could also run elsewhere. Calls `ready` with the person that the demo's link signs in and the
 * conversation that it opens, after the showcase has been greeted.
 *
 * @throws Error if fetch refuses the port of `localUrl`, so that nothing in this process could reach it.
 */
export async function startDemo(
  app: App,
  localUrl: string,
  ready: (demo: DemoRow) => void,
): Promise<{ stop(): Promise<void> }> {
  await checkPort(localUrl);
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

/** The showcase would retry a blocked port forever: the SDK cannot distinguish it from a server that is away for a moment. */
async function checkPort(localUrl: string): Promise<void> {
  try {
    await (await fetch(`${localUrl}/healthz`)).text();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    // A failed connection has a code, and is retried. An address that fetch does not open has none.
    if (!(cause instanceof Error) || 'code' in cause) return;
    throw new Error(
      `The demo cannot be reached at ${localUrl} (${cause.message}): choose another PARLEY_PORT, or set PARLEY_DEMO to 0.`,
      { cause: error },
    );
  }
}
