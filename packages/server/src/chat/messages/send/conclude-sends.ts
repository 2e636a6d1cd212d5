import type { App } from '../../conversations/app.ts';
import { updateRead } from '../../conversations/queries.ts';
import { follow } from '../../../engine/deliveries/delivery-work.ts';
import type { ComposedSends } from './compose-sends.ts';
import type { Written } from './send-queries.ts';

/** Does the work that follows the commit of messages. */
export async function concludeSends(
  app: Pick<App, 'storage' | 'engine' | 'hub'>,
  composed: ComposedSends,
  written: Written,
): Promise<void> {
  follow(app, composed.committed(written));
  // The messages are sent even if this fails. Then an author's own message counts as unread until they read on.
  await updateRead(app.storage.db, composed.unheard(written)).catch(() => undefined);
}
