import type { App } from '../conversations/app.ts';
import type { Tx } from '../storage/storage.ts';
import { endInvocation } from './end-invocation.ts';
import { holdInvocation } from './hold-invocation.ts';
import type { InvocationRow } from './invocation.ts';
import { authorizeRun } from './authorize-run.ts';
import { failed, type Tool, type ToolCall, type ToolOutcome } from './tool.ts';
import type { Toolbox } from './toolbox.ts';

export type RunApp = Pick<App, 'commit' | 'clock' | 'log' | 'beliefs'>;

const deadlineMs = 30_000;

/**
 * Runs one claimed invocation to its end. A tool that acts inside the database does so in the transaction that stores its outcome. One
 * that acts elsewhere is judged in a transaction, called outside of any, and stored in another; that last step is tried until it
 * succeeds, for what has happened elsewhere cannot be taken back.
 *
 * Rejects where the database fails before anything has happened: then the invocation may run anew.
 */
export async function runInvocation(
  app: RunApp,
  toolbox: Toolbox,
  claimed: InvocationRow,
  stopping: AbortSignal,
): Promise<void> {
  const tool = await toolbox.find(claimed.tool);
  const isOver = await holdInvocation(app, claimed, async (work, row, transcript) => {
    const end = (await authorizeRun(work.tx, transcript, row, tool)) ?? (await runInside(app, work.tx, row, tool));
    if (end === null) return false;
    await endInvocation(work, app, row, end.move, end.content);
    return true;
  });
  if (isOver || tool?.runs.where !== 'outside') return;
  const outcome = await callOutside(app, tool, tool.runs.run, claimed, stopping);
  await untilStored(app, stopping, () =>
    holdInvocation(app, claimed, async (work, row) => {
      const { move, content } = endOf(outcome);
      await endInvocation(work, app, row, move, content);
      return true;
    }),
  );
}

/** How a tool that acts inside the database ended it; null for any other. */
async function runInside(app: RunApp, tx: Tx, row: InvocationRow, tool: Tool | null) {
  if (tool?.runs.where !== 'inside') return null;
  return endOf(await tool.runs.run(tx, callOf(app, row)));
}

function endOf({ succeeded, content }: ToolOutcome) {
  return { move: succeeded ? 'succeed' : 'fail', content } as const;
}

function callOf({ clock }: Pick<App, 'clock'>, row: InvocationRow): ToolCall {
  return {
    invocationId: row.invocation_id,
    agentId: row.agent_id,
    userId: row.user_id,
    approvalId: row.approval_id,
    arguments: row.arguments,
    now: new Date(clock.now()),
  };
}

/** Calls a provider, within the deadline. An error of ours is an outcome too: what has been sent has been sent. */
async function callOutside(
  app: RunApp,
  tool: Tool,
  run: Extract<Tool['runs'], { where: 'outside' }>['run'],
  claimed: InvocationRow,
  stopping: AbortSignal,
): Promise<ToolOutcome> {
  const late = new AbortController();
  const cancel = app.clock.after(deadlineMs, () => late.abort());
  const signal = AbortSignal.any([late.signal, stopping]);
  const aborted = new Promise<ToolOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve(late.signal.aborted ? tooLate : interrupted), { once: true });
    if (signal.aborted) resolve(interrupted);
  });
  try {
    return await Promise.race([run(callOf(app, claimed), signal), aborted]);
  } catch (error) {
    // The error itself may quote what was sent, credentials included.
    app.log.error({ tool: tool.name, invocationId: claimed.invocation_id, error: nameOf(error) }, 'tool crashed');
    return interrupted;
  } finally {
    cancel();
  }
}

const tooLate = failed({ code: 'provider_error', status: null, reason: 'timeout' });
const interrupted = failed({ code: 'interrupted' });

const pauseMs = 1000;

async function untilStored(
  { clock, log }: RunApp,
  stopping: AbortSignal,
  store: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error }, 'could not store tool outcome; retrying');
      await new Promise<void>((resolve) => {
        const cancel = clock.after(pauseMs, resolve);
        stopping.addEventListener('abort', () => (cancel(), resolve()), { once: true });
      });
    }
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
