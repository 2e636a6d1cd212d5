import { Square } from 'lucide-react';
import { Hidden } from '../../ui/hidden.tsx';
import { composerWords as words } from '../../words/composer.ts';
import { shortcutWords } from '../../words/shortcuts.ts';
import styles from './composer.module.css';

export interface StopButtonProps {
  readonly busy: boolean;
  readonly onPress: () => void;
}

/** Replaces the send button while an answer is running. */
export function StopButton({ busy, onPress }: StopButtonProps) {
  return (
    <button
      type="button"
      className={styles.stop}
      title={words.stopHint(shortcutWords.stop.join('+'))}
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={onPress}
    >
      <Square size={12} fill="currentColor" aria-hidden />
      <Hidden>{words.stop}</Hidden>
    </button>
  );
}
