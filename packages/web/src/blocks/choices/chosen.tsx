import { Check } from 'lucide-react';
import { fillIn } from '../../ui/fill-in.tsx';
import { blockWords } from '../../words/blocks.ts';
import styles from './choice-blocks.module.css';

/** Shows the label of the pressed choice instead of its text, so that the text does not look typed by the person. */
export function Chosen({ label }: { readonly label: string }) {
  return (
    <p className={styles.chosen}>
      <Check size={14} aria-hidden />
      <span>{fillIn(blockWords.youChose, { label: <bdi>{label}</bdi> })}</span>
    </p>
  );
}
