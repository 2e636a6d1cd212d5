import type { MessageRevision } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findVersions } from '../../transcript/edit-queries.ts';
import { openBlockReader } from '../read/present.ts';
import { requireMessage } from '../read/require-message.ts';
import type { OfMessage } from './lock-message.ts';

/** Returns every version of a message as one of its readers sees it, the current one last; none after a deletion. */
export async function listRevisions(
  { storage: { db } }: Pick<App, 'storage'>,
  of: OfMessage,
): Promise<{ items: MessageRevision[] }> {
  const message = await requireMessage(db, of);
  const versions = await findVersions(db, message.message_id);
  const read = await openBlockReader(db, of.userId, message, versions);
  const items = versions.map(({ revision, body, blocks, at }) => ({
    revision,
    body,
    blocks: read(blocks),
    at: at.toISOString(),
  }));
  return { items };
}
