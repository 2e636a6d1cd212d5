import type { App } from '../../conversations/app.ts';
import { updateRead } from '../../conversations/queries.ts';
import { follow } from '../../deliveries/delivery-work.ts';
import type { ComposedSends } from './compose-sends.ts';
import type { Written } from './send-queries.ts';

/** Does what messages that are committed leave to be done. */
export async function concludeSends(
  app: Pick<App, 'storage' | 'engine' | 'hub'>,
  composed: ComposedSends,
  written: Written,
): Promise<void> {
  follow(app, composed.committed(written));
  // They are sent, whatever becomes of this: at worst somebody's own line counts as unread until they read on.
  await updateRead(app.storage.db, composed.unheard(written)).catch(() => undefined);
}
