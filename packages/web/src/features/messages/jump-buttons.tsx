import { ArrowDown, ArrowUp } from 'lucide-react';
import { messageWords as words } from '../../words/messages.ts';
import styles from './transcript.module.css';

export interface JumpProps {
  readonly count: number;
  readonly onPress: () => void;
}

/** Shows the button that scrolls to the first unread message. */
export function UnreadAbove({ count, onPress }: JumpProps) {
  return (
    <button type="button" className={styles.above} onClick={onPress}>
      <ArrowUp size={16} aria-hidden />
      {words.unread(count)}
    </button>
  );
}

/** Shows the button that scrolls to the end of the room. */
export function NewBelow({ count, onPress }: JumpProps) {
  return (
    <button type="button" className={styles.below} onClick={onPress}>
      <ArrowDown size={16} aria-hidden />
      {count > 0 ? words.newBelow(count) : words.toEnd}
    </button>
  );
}
