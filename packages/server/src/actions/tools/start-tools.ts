import type { App } from '../../chat/conversations/app.ts';
import { createExpiryTimer } from '../../chat/approvals/expiry-timer.ts';
import { createToolsEngine } from './engine.ts';
import { compareDefinitions } from './standing/compare-definitions.ts';
import type { Toolbox } from './toolbox.ts';

/** Background tasks for tools: runs approved invocations and expires approvals. */
export interface RunningTools {
  /** Starts no more work, gives running work `graceMs` to finish, and closes the connections to tool servers. */
  drain(graceMs: number): Promise<void>;
}

export function startTools(app: App, toolbox: Toolbox): RunningTools {
  const engine = createToolsEngine(app, toolbox);
  const expiry = createExpiryTimer(app);
  toolbox.watch(() => {
    compareDefinitions(app, toolbox).catch((error: unknown) =>
      app.log.error({ err: error }, 'could not check the tools of standing grants'),
    );
  });
  engine.start();
  expiry.start();
  return {
    async drain(graceMs) {
      await expiry.stop();
      await engine.drain(graceMs);
      await toolbox.close();
    },
  };
}
