import type { ConversationId } from '@parley/protocol';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { composerWords as words } from '../../words/composer.ts';
import { attachFiles, mostSize } from './attach-files.ts';
import styles from './composer.module.css';

export interface AttachButtonProps {
  readonly conversationId: ConversationId;
  readonly disabled: boolean;
}

/** Chooses files to attach. */
export function AttachButton({ conversationId, disabled }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.attach}
        aria-label={words.attach}
        title={words.attachHint(mostSize)}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={18} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.attach}
        onChange={({ target }) => {
          attachFiles(conversationId, [...(target.files ?? [])]);
          target.value = '';
          document.getElementById('composer')?.focus();
        }}
      />
    </>
  );
}
