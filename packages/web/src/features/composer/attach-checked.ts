import type { ConversationId } from '@parley/protocol';
import { attach, mostBytes } from '../../api/attach.ts';
import type { Attachment } from '../../api/attachments.ts';
import { fileSize } from '../../blocks/media/asset.ts';
import { composerWords as words } from '../../words/composer.ts';

/** Uploads what was attached. What is too large says so before anything is uploaded. */
export function attachChecked(id: ConversationId, attachments: readonly Attachment[]): void {
  attach(id, attachments, ({ size }) => {
    if (size > mostBytes) return words.tooLarge(fileSize(size), fileSize(mostBytes));
    return size === 0 ? words.empty : null;
  });
}
