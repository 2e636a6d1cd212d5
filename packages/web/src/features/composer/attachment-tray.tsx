import type { ConversationId } from '@parley/protocol';
import { File, RotateCw, X } from 'lucide-react';
import { retryAttachment } from '../../api/attach.ts';
import { detach } from '../../api/attachments.ts';
import type { Attachment } from '../../api/attachments.ts';
import { assetAddress, fileSize } from '../../blocks/media/asset.ts';
import { IconButton } from '../../ui/button.tsx';
import { composerWords as words } from '../../words/composer.ts';
import styles from './attachment-tray.module.css';

export interface AttachmentTrayProps {
  readonly conversationId: ConversationId;
  readonly attachments: readonly Attachment[];
}

/** Shows the attachments with their progress, and buttons to retry or remove each. */
export function AttachmentTray({ conversationId, attachments }: AttachmentTrayProps) {
  return (
    <ul className={styles.tray} aria-label={words.attached}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className={styles.item} data-state={attachment.state}>
          <Preview attachment={attachment} />
          <span className={styles.about}>
            <bdi className={styles.name}>{attachment.file.name}</bdi>
            <Standing attachment={attachment} />
          </span>
          {attachment.state === 'failed' && attachment.canRetry && (
            <IconButton
              label={words.retryFile(attachment.file.name)}
              onClick={() => retryAttachment(conversationId, attachment.id)}
            >
              <RotateCw size={16} aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={words.removeFile(attachment.file.name)}
            onClick={() => {
              detach(conversationId, attachment.id);
              document.getElementById('composer')?.focus();
            }}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Preview({ attachment: { uploaded, file } }: { readonly attachment: Attachment }) {
  if (!uploaded?.mime.startsWith('image/')) return <File size={24} aria-hidden />;
  return <img className={styles.picture} src={assetAddress(uploaded.assetId)} alt={file.name} />;
}

function Standing({ attachment: { state, progress, reason, file, canRetry } }: { readonly attachment: Attachment }) {
  if (state === 'failed') {
    return (
      <span role="alert" className={styles.reason}>
        {reason} {canRetry && fileSize(file.size)}
      </span>
    );
  }
  const percent = Math.floor(progress * 100);
  return (
    <span className={styles.facts}>
      {fileSize(file.size)}
      {state === 'waiting' && ` · ${words.waiting}`}
      {state === 'uploading' && (
        <progress className={styles.progress} max={100} value={percent} aria-label={words.uploading(percent)} />
      )}
    </span>
  );
}
