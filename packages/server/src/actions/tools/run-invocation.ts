import type { App } from '../../chat/conversations/app.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { withinLimit, type TimeLimit } from '../../platform/time/within-limit.ts';
import { findGrant } from '../standing/grant-queries.ts';
import { findUse } from '../standing/use-queries.ts';
import { endInvocation } from './end-invocation.ts';
import { holdInvocation } from './hold-invocation.ts';
import type { InvocationRow } from './invocation.ts';
import { authorizeRun } from './authorize-run.ts';
import { failed, type Tool, type ToolCall, type ToolOutcome } from './tool.ts';
import type { Toolbox } from './toolbox.ts';

export type RunApp = Pick<App, 'commit' | 'clock' | 'log'>;

const deadlineMs = 30_000;

/**
 * Runs one claimed invocation to its end. A tool inside the database runs in the transaction that stores its outcome;
 * any other is authorized in one transaction, called outside of any, and stored in another, which is retried until it
 * succeeds. Rejects if the database fails before the tool has run; the invocation can then run again.
 */
export async function runInvocation(
  app: RunApp,
  toolbox: Toolbox,
  claimed: InvocationRow,
  stopping: AbortSignal,
): Promise<void> {
  const tool = await toolbox.find(claimed.tool);
  let definition: Buffer | null = null;
  const isOver = await holdInvocation(app, claimed, async (work, row) => {
    const use = await findUse(work.tx, row.invocation_id);
    const end =
      (await authorizeRun(work, row, tool, use, app.clock.now())) ?? (await runInside(app, work.tx, row, tool));
    if (end === null) {
      const grant = use && (await findGrant(work.tx, use.grant_id));
      definition = grant?.definition ?? null;
      return false;
    }
    await endInvocation(work, app, row, end.move, end.content);
    return true;
  });
  if (isOver || tool?.runs.where !== 'outside') return;
  const call = callOf(app, claimed, definition);
  const outcome = await callOutside(app, tool, tool.runs.run, call, stopping);
  await untilStored(app, stopping, () =>
    holdInvocation(app, claimed, async (work, row) => {
      const { move, content } = outcome.redefined ? grantEnded : endOf(outcome);
      await endInvocation(work, app, row, move, content, outcome.unreached);
      return true;
    }),
  );
}

const grantEnded = { move: 'deny', content: { code: 'grant_ended' } } as const;

/** Runs a tool that acts inside the database and returns how it ended. Returns null for any other tool. */
async function runInside(app: RunApp, tx: Tx, row: InvocationRow, tool: Tool | null) {
  if (tool?.runs.where !== 'inside') return null;
  return endOf(await tool.runs.run(tx, callOf(app, row, null)));
}

function endOf({ succeeded, content }: ToolOutcome) {
  return { move: succeeded ? 'succeed' : 'fail', content } as const;
}

function callOf({ clock }: Pick<App, 'clock'>, row: InvocationRow, definition: Buffer | null): ToolCall {
  return {
    invocationId: row.invocation_id,
    agentId: row.agent_id,
    userId: row.user_id,
    approvalId: row.approval_id,
    arguments: row.arguments,
    definition,
    now: new Date(clock.now()),
  };
}

/**
 * Calls a provider within the deadline. An internal error is an outcome too, because the request may have been sent.
 */
async function callOutside(
  app: RunApp,
  tool: Tool,
  run: Extract<Tool['runs'], { where: 'outside' }>['run'],
  call: ToolCall,
  stopping: AbortSignal,
): Promise<ToolOutcome> {
  const raced = (signal: AbortSignal, limit: TimeLimit) => {
    const aborted = new Promise<ToolOutcome>((resolve) => {
      signal.addEventListener('abort', () => resolve(limit.isOver() ? tooLate : interrupted), { once: true });
      if (signal.aborted) resolve(interrupted);
    });
    return Promise.race([run(call, signal), aborted]);
  };
  try {
    return await withinLimit(app.clock, deadlineMs, raced, [stopping]);
  } catch (error) {
    // The error may quote the request, including credentials, so only its name is logged.
    app.log.error({ tool: tool.name, invocationId: call.invocationId, error: nameOf(error) }, 'tool crashed');
    return interrupted;
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
