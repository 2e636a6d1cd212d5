import { Agent, nextWebhook } from '@parley/agent-sdk';
import { withHandlers } from './agent.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Post = (request: Request) => Promise<Response>;

/**
 * Makes the handler of the route.
 *
 * @param after Next.js's, which keeps the function awake until the handlers are done.
 */
export function webhook(after: (task: Promise<unknown>) => void, env: Env = process.env): Post {
  let post: Post | null = null;
  // Made with the first delivery: a build has no credential.
  return (request) => (post ??= nextWebhook(withHandlers(Agent.fromEnv(env)), { after }))(request);
}
