import type { App } from '../../../chat/conversations/app.ts';
import { signalsOfEnded } from '../../standing/end-grants.ts';
import { standingChanged } from '../../standing/standing-changed.ts';
import { grantsOfChanged, listGrantedTools, updateEnded } from '../../standing/grant-queries.ts';
import type { Toolbox } from '../toolbox.ts';

/**
 * Ends the standing grants of tools that are defined otherwise than when they were given, or that are gone. Skips tools
 * whose server has not said yet which it has.
 */
export async function compareDefinitions(
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  toolbox: Pick<Toolbox, 'find'>,
): Promise<void> {
  for (const name of await listGrantedTools(app.storage.db)) {
    const tool = await toolbox.find(name);
    if (tool?.definition === null) continue;
    const definition = tool?.definition ?? Buffer.alloc(0);
    await app.commit(async (work) => {
      const end = { state: 'invalid', reason: 'tool_changed' } as const;
      const now = new Date(app.clock.now());
      const ended = await updateEnded(work.tx, grantsOfChanged(name, definition), end, now);
      work.signal([...signalsOfEnded(ended), ...standingChanged({ tool_changed: ended.length })]);
      for (const row of ended) await work.audit('standing_grant.ended', { grantId: row.grant_id, reason: end.reason });
    });
  }
}
