import { limits } from '@parley/protocol';
import type { ConversationId } from '@parley/protocol';
import { useEffect, useState } from 'react';
import type { ClipboardEvent } from 'react';
import { addAttachment, detach } from '../../api/attachments.ts';
import { fileSize } from '../../blocks/media/asset.ts';
import { toast } from '../../ui/toasts.tsx';
import { partWords } from '../../words/parts.ts';
import { loadTray } from './lazy-tray.tsx';

/** The size limit of a file, as text. */
export const mostSize = fileSize(limits.uploadBytes);

/**
 * Attaches files that were chosen, pasted or dropped. They are added at once, so that Enter right afterwards sends them after the upload.
 */
export function attachFiles(id: ConversationId, files: readonly File[]): void {
  const waiting = files.map((file) => addAttachment(id, file));
  Promise.all([import('./attach-checked.ts'), loadTray()]).then(
    ([{ attachChecked }]) => attachChecked(id, waiting),
    () => {
      for (const each of waiting) detach(id, each.id);
      toast(navigator.onLine ? partWords.failed : partWords.offline);
    },
  );
}

/** Attaches pasted files; pasted text is left to the browser. */
export function pasteFiles(id: ConversationId, event: ClipboardEvent): void {
  const { files } = event.clipboardData;
  if (files.length === 0) return;
  event.preventDefault();
  attachFiles(id, [...files]);
}

/** Attaches files dropped anywhere on the page; returns whether files are dragged over it. */
export function useDrop(id: ConversationId, disabled: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (disabled) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    function onOver(event: DragEvent): void {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }
    function onLeave(event: DragEvent): void {
      if (event.relatedTarget === null) setOver(false);
    }
    function onDrop(event: DragEvent): void {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      attachFiles(id, [...(event.dataTransfer?.files ?? [])]);
    }
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [id, disabled]);
  return isOver;
}
