import { Square } from 'lucide-react';
import { Hidden } from '../../ui/hidden.tsx';
import { composerWords as words } from '../../words/composer.ts';
import styles from './composer.module.css';

export interface StopButtonProps {
  readonly busy: boolean;
  readonly onPress: () => void;
}

/** Stands where Send stands while an answer is under way. */
export function StopButton({ busy, onPress }: StopButtonProps) {
  return (
    <button
      type="button"
      className={styles.stop}
      title={words.stopHint}
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={onPress}
    >
      <Square size={12} fill="currentColor" aria-hidden />
      <Hidden>{words.stop}</Hidden>
    </button>
  );
}
