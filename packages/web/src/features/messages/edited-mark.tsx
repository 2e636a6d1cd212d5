import type { Message } from '@parley/protocol';
import { lazy, Suspense, useState } from 'react';
import { fullTime } from '../../ui/format-time.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Part } from '../../ui/part.tsx';
import { messageWords as words } from '../../words/messages.ts';
import styles from './edited-mark.module.css';

const Revisions = lazy(async () => ({ default: (await import('./revisions.tsx')).Revisions }));

/** Says that a message was edited, and opens its versions. */
export function EditedMark({ message }: { readonly message: Message }) {
  const [isOpen, setOpen] = useState(false);
  if (message.editedAt === null || message.deleted) return null;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        title={words.editedAt(fullTime(message.editedAt))}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.edited}
        <Hidden>{words.showVersions}</Hidden>
      </button>
      {isOpen && (
        <Part onFail={close}>
          <Suspense>
            <Revisions message={message} onClose={close} />
          </Suspense>
        </Part>
      )}
    </>
  );
}
