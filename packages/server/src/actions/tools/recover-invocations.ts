import type { InvocationId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { findGoneNodes } from '../../engine/deliveries/live-node-queries.ts';
import { endInvocation } from './end-invocation.ts';
import { holdInvocation } from './hold-invocation.ts';
import type { InvocationRow } from './invocation.ts';
import { findRunning, releaseInvocation } from './queries.ts';
import type { Toolbox } from './toolbox.ts';

const claimsMax = 5;

/**
 * Recovers running invocations that no server runs, because their server died or because this server lost the answer to
 * its claim. Releases those that can safely run again. Ends the others as interrupted: a call that may have reached its
 * provider, and one that was cut short too often.
 */
export async function recoverInvocations(
  app: Pick<App, 'commit' | 'storage' | 'clock' | 'engine'>,
  toolbox: Toolbox,
  inHand: ReadonlySet<InvocationId>,
): Promise<void> {
  const running = (await findRunning(app.storage.db)).filter((row) => !inHand.has(row.invocation_id));
  const runners = [...new Set(running.flatMap(({ runner }) => runner ?? []))];
  const gone = new Set(await findGoneNodes(app.storage.db, runners));
  for (const row of running) {
    const isLost = row.runner === app.engine.nodeId;
    if (!isLost && !gone.has(row.runner ?? '')) continue;
    const mayRepeat = isLost || (await isRepeatable(toolbox, row));
    if (mayRepeat && row.fence < claimsMax) await releaseInvocation(app.storage.db, row);
    else
      await holdInvocation(app, row, async (work, held) => {
        await endInvocation(work, app, held, 'fail', { code: 'interrupted' });
        return true;
      });
  }
}

async function isRepeatable(toolbox: Toolbox, { tool }: InvocationRow): Promise<boolean> {
  return (await toolbox.find(tool))?.repeatable ?? false;
}
