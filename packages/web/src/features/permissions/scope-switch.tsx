import type { Grant } from '@parley/protocol';
import { useId } from 'react';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './permissions.module.css';

interface ScopeSwitchProps {
  readonly scope: string;
  readonly reason: string;
  readonly isOn: boolean;
  /** Since when it is granted and how it was used; null where it is not granted. */
  readonly grant: Grant | null;
  readonly isBusy: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

/** One scope: what it is for, how it was used, and whether it is granted. */
export function ScopeSwitch({ scope, reason, isOn, grant, isBusy, onTurn }: ScopeSwitchProps) {
  const id = useId();
  return (
    <div className={styles.scope}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={isBusy}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onTurn(target.checked)}
      />
      <div>
        <label htmlFor={id}>{scope}</label>
        <div id={`${id}-about`} className={styles.about}>
          <p dir="auto">{reason}</p>
          {grant && <Use grant={grant} />}
        </div>
      </div>
    </div>
  );
}

function Use({ grant: { grantedAt, lastUsedAt, uses } }: { readonly grant: Grant }) {
  const now = useNow();
  const time = (iso: string) => (
    <time dateTime={iso} title={fullTime(iso)}>
      {briefTime(iso, now)}
    </time>
  );
  return (
    <p className={styles.use}>
      granted {time(grantedAt)} · {uses === 0 ? 'never used' : uses === 1 ? 'used once' : `used ${uses} times`}
      {lastUsedAt !== null && <>, last {time(lastUsedAt)}</>}
    </p>
  );
}
