import type { Grant } from '@parley/protocol';
import { useId } from 'react';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { ScopeLabel } from '../../ui/scope-label.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useNow } from '../../ui/use-now.ts';
import { permissionWords } from '../../words/permissions.ts';
import styles from './permissions.module.css';

interface ScopeSwitchProps {
  readonly scope: string;
  readonly title: string | null;
  readonly reason: string;
  readonly isOn: boolean;
  /** The grant with its start and its use; null if the scope is not granted. */
  readonly grant: Grant | null;
  readonly onTurn: (isOn: boolean) => void;
}

/** Shows one scope: its purpose, its use, and whether it is granted. */
export function ScopeSwitch({ scope, title, reason, isOn, grant, onTurn }: ScopeSwitchProps) {
  const id = useId();
  return (
    <div className={styles.scope}>
      <Switch id={id} isOn={isOn} describedBy={`${id}-about`} onTurn={onTurn} />
      <div>
        <ScopeLabel htmlFor={id} scope={scope} title={title} />
        <div id={`${id}-about`} className={styles.about}>
          <p dir="auto">{reason}</p>
          {grant && isOn ? <Use grant={grant} /> : !isOn && <p className={styles.use}>{permissionWords.notGranted}</p>}
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
      {permissionWords.granted} {time(grantedAt)} · {permissionWords.uses(uses)}
      {lastUsedAt !== null && (
        <>
          , {permissionWords.last} {time(lastUsedAt)}
        </>
      )}
    </p>
  );
}
