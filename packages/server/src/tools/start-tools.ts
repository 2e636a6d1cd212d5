import type { App } from '../conversations/app.ts';
import { createExpiryTimer } from '../approvals/expiry-timer.ts';
import { createToolsEngine } from './engine.ts';
import type { Toolbox } from './toolbox.ts';

/** What acts for agents in the background: invocations that may run, and approvals whose time runs out. */
export interface RunningTools {
  /** Starts nothing new, gives what is under way `graceMs`, and ends the connections to tool servers. */
  drain(graceMs: number): Promise<void>;
}

export function startTools(app: App, toolbox: Toolbox): RunningTools {
  const engine = createToolsEngine(app, toolbox);
  const expiry = createExpiryTimer(app);
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
