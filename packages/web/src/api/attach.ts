import { limits } from '@parley/protocol';
import type { ConversationId } from '@parley/protocol';
import { attachmentsOf, changeAttachment, onDetach } from './attachments.ts';
import type { Attachment } from './attachments.ts';
import { upload } from './upload.ts';

/** Returns why a file can never be sent, or null if it can. */
export type Check = (file: File) => string | null;

/** The largest file that can be sent, in bytes. */
export const mostBytes = limits.uploadBytes;

let line: Promise<unknown> = Promise.resolve();

/** Uploads attachments one after the other. A file that can never be sent is not uploaded; its attachment shows the reason. */
export function attach(id: ConversationId, attachments: readonly Attachment[], check: Check): void {
  for (const { id: attachmentId, file } of attachments) {
    const reason = check(file);
    if (reason === null) enqueue(id, attachmentId);
    else changeAttachment(id, attachmentId, { state: 'failed', reason });
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
