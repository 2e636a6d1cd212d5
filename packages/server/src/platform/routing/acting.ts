import type { Commit, Work } from '../signals/work.ts';
import type { Act } from '../audit/act.ts';

/**
 * Returns the app with transactions that are made by this act: `work.audit` names its actor and its request.
 *
 * @example pauseAgent(acting(app, act), agentId)
 */
export function acting<A extends { readonly commit: (write: never, act?: Act) => Promise<unknown> }>(
  app: A,
  act: Act,
): A {
  const commit: Commit<Work> = (write) => (app.commit as Commit<Work>)(write, act);
  return { ...app, commit };
}
