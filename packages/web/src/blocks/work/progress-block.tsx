import type { ReadBlock } from '@parley/protocol';
import { Check } from 'lucide-react';
import styles from './progress-block.module.css';

/** Shows progress as a bar if the agent gave a percentage, else only the label. */
export function ProgressBlock({ block }: { readonly block: ReadBlock<'progress'> }) {
  const { label, percent } = block;
  return (
    <div className={styles.progress}>
      <span dir="auto">{label}</span>
      {percent !== undefined && (
        <>
          <progress aria-label={label} max={100} value={percent} />
          <span className={styles.percent}>{percent} %</span>
          {percent === 100 && <Check className={styles.done} size={16} aria-hidden />}
        </>
      )}
    </div>
  );
}
