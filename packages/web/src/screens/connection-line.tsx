import { WifiOff } from 'lucide-react';
import { useConnectionLost } from '../api/live.tsx';
import { connectionFaultWords } from '../words/connection.ts';
import styles from './connection-line.module.css';

/** Says that no updates arrive while the connection is lost. */
export function ConnectionLine() {
  const isLost = useConnectionLost();
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <p className={styles.line}>
          <WifiOff size={16} aria-hidden />
          {connectionFaultWords.reconnecting}
        </p>
      )}
    </div>
  );
}
