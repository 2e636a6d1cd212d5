import type { AuditRow } from '@parley/protocol';
import { Link } from '../../navigation/link.tsx';
import { serverPaths } from '../../navigation/server-paths.ts';
import { Button } from '../../ui/button.tsx';
import { fullTime, logTime } from '../../ui/format-time.ts';
import { auditWords as words } from '../../words/audit.ts';
import { actionName } from '../../words/audit-actions.ts';
import type { AuditFields } from './audit-fields.ts';
import styles from './server.module.css';

export interface AuditRowProps {
  readonly row: AuditRow;
  /** Narrows the list down. */
  readonly onOnly: (change: Partial<AuditFields>) => void;
}

/** Shows a row of the audit log in one line; who, what and the rest unfold below it. */
export function AuditRowView({ row, onOnly }: AuditRowProps) {
  const { seq, at, actor, action, target, details, addressGroup, requestId, hash } = row;
  const facts = [
    ...Object.entries(details).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...(addressGroup === null ? [] : [[words.address, addressGroup] as const]),
    ...(requestId === null ? [] : [[words.request, requestId] as const]),
    [words.row, String(seq)] as const,
    [words.hash, hash] as const,
  ];
  return (
    <details className={styles.fold}>
      <summary>
        <span className={styles.name}>{actionName(action)}</span>{' '}
        <time dateTime={at} title={fullTime(at)} className={styles.small}>
          {logTime(at)}
        </time>
        <span className={styles.small}>
          {words.actors[actor.type]} {actor.id !== null && <code>{actor.id}</code>}
          {target.id !== null && target.id !== actor.id && (
            <>
              {` ${words.to} `}
              <code>{target.id}</code>
            </>
          )}
        </span>
      </summary>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <div className={styles.foot}>
        {actor.id !== null && <Button onClick={() => onOnly({ actor: actor.id ?? '' })}>{words.onlyActor}</Button>}
        {target.id !== null && <Button onClick={() => onOnly({ target: target.id ?? '' })}>{words.onlyTarget}</Button>}
        {target.type === 'user' && target.id?.startsWith('usr_') && (
          <Link to={serverPaths.person(target.id as `usr_${string}`)}>{words.openPerson}</Link>
        )}
      </div>
    </details>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </>
  );
}
