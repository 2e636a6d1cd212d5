import type { ConversationId } from '@parley/protocol';
import { attach, mostBytes } from '../../api/attach.ts';
import { fileSize } from '../../blocks/media/asset.ts';
import { composerWords as words } from '../../words/composer.ts';

/** Attaches files. What is too large says so before anything is uploaded. */
export function attachChecked(id: ConversationId, files: readonly File[]): void {
  attach(id, files, ({ size }) => {
    if (size > mostBytes) return words.tooLarge(fileSize(size), fileSize(mostBytes));
    return size === 0 ? words.empty : null;
  });
}
