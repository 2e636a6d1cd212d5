import { limits } from '@parley/protocol';
import type { ConversationId } from '@parley/protocol';
import { addAttachment, attachmentsOf, changeAttachment, onDetach } from './attachments.ts';
import type { Attachment } from './attachments.ts';
import { newKey } from './tabs.ts';
import { upload } from './upload.ts';

/** Says why a file can never be sent; null where it can. */
export type Check = (file: File) => string | null;

/** The largest file that can be sent. */
export const mostBytes = limits.uploadBytes;

let line: Promise<unknown> = Promise.resolve();

/** Attaches files and uploads them, one after the other. One that can never be sent is not uploaded, and says why. */
export function attach(id: ConversationId, files: Iterable<File>, check: Check): void {
  for (const file of files) {
    const reason = check(file);
    const attachment: Attachment = {
      id: newKey(),
      file,
      state: reason === null ? 'waiting' : 'failed',
      progress: 0,
      reason,
      canRetry: false,
      uploaded: null,
    };
    addAttachment(id, attachment);
    if (reason === null) enqueue(id, attachment.id);
  }
}

/** Uploads a file again. */
export function retryAttachment(id: ConversationId, attachmentId: string): void {
  changeAttachment(id, attachmentId, { state: 'waiting', progress: 0, reason: null });
  enqueue(id, attachmentId);
}

function enqueue(id: ConversationId, attachmentId: string): void {
  line = line.then(() => run(id, attachmentId));
}

async function run(id: ConversationId, attachmentId: string): Promise<void> {
  const attachment = attachmentsOf(id).find((each) => each.id === attachmentId);
  if (!attachment) return;
  const change = (step: Partial<Attachment>) => changeAttachment(id, attachmentId, step);
  change({ state: 'uploading' });
  const { done, cancel } = upload(attachment.file, (progress) => change({ progress }));
  onDetach(attachmentId, cancel);
  try {
    const { assetId, filename, mime, sizeBytes } = await done;
    change({ state: 'ready', uploaded: { assetId, filename, mime, sizeBytes } });
  } catch (error) {
    change({ state: 'failed', canRetry: true, reason: error instanceof Error ? error.message : '' });
  }
}
