import { Check } from 'lucide-react';
import { fillIn } from '../../ui/fill-in.tsx';
import { blockWords } from '../../words/blocks.ts';
import styles from './choice-blocks.module.css';

/** In the place of a message that a press sent: what stood on the choice, so that it does not read as the person's own words. */
export function Chosen({ label }: { readonly label: string }) {
  return (
    <p className={styles.chosen}>
      <Check size={14} aria-hidden />
      <span>{fillIn(blockWords.youChose, { label: <bdi>{label}</bdi> })}</span>
    </p>
  );
}
