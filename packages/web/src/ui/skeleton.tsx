import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** What is being loaded, for screen readers. */
  readonly label: string;
  readonly rows?: number;
}

/** Grey lines as a placeholder for loading content. */
export function Skeleton({ label, rows = 4 }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={styles.skeleton}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <span className={styles.dot} />
          <span className={styles.lines}>
            <span className={styles.line} />
            <span className={styles.line} />
          </span>
        </div>
      ))}
    </div>
  );
}
