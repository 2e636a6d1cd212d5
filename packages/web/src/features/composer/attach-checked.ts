import type { ConversationId } from '@parley/protocol';
import { attach, mostBytes } from '../../api/attach.ts';
import type { Attachment } from '../../api/attachments.ts';
import { fileSize } from '../../blocks/media/asset.ts';
import { composerWords as words } from '../../words/composer.ts';

/** Uploads attachments. Rejects a file that is too large or empty before any upload. */
export function attachChecked(id: ConversationId, attachments: readonly Attachment[]): void {
  attach(id, attachments, ({ size }) => {
    if (size > mostBytes) return words.tooLarge(fileSize(size), fileSize(mostBytes));
    return size === 0 ? words.empty : null;
  });
}
