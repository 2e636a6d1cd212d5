import type { Backup } from '@parley/protocol';
import { useBackups, useMakeBackup } from '../../api/admin/backups.ts';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { dateAndTime, fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dataWords as words } from '../../words/data.ts';
import { serverWords } from '../../words/server.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import { Holds } from './holds.tsx';
import { Retention } from './retention.tsx';
import styles from './server.module.css';
import { digits } from '../../words/locale.ts';

/** Shows and changes how the server keeps data: backups, how long messages are kept, and legal holds. */
export function Data() {
  return (
    <>
      <Backups />
      <Retention />
      <Holds />
    </>
  );
}

function Backups() {
  const { data: backups, error, refetch } = useBackups();
  const make = useMakeBackup();
  return (
    <section className={styles.section} aria-labelledby="backups">
      <div className={styles.head}>
        <h2 id="backups">{words.backups}</h2>
        <Button look="primary" busy={make.isPending} onClick={() => make.mutate({})}>
          {words.make}
        </Button>
      </div>
      <p className={styles.hint}>{words.hint}</p>
      {make.error && !isPasswordAsked(make) && <ErrorNotice error={make.error} />}
      {error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
      )}
      {!backups && !error && <Skeleton label={serverWords.loading} rows={2} />}
      {backups?.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {backups && backups.length > 0 && (
        <ul className={styles.rows} aria-label={words.backups}>
          {backups.map((backup) => (
            <li key={backup.backupId}>
              <BackupRow backup={backup} />
            </li>
          ))}
        </ul>
      )}
      <AskPassword attempt={make} />
    </section>
  );
}

const tones = { running: 'plain', ready: 'agent', failed: 'danger' } as const;

function BackupRow({ backup: { state, createdAt, sizeBytes, error } }: { readonly backup: Backup }) {
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <time dateTime={createdAt} title={fullTime(createdAt)} className={styles.name}>
          {dateAndTime(createdAt)}
        </time>
        {sizeBytes !== null && <span className={styles.small}>{sizeOf(sizeBytes)}</span>}
        {error !== null && <span className={styles.small}>{error}</span>}
      </span>
      <span className={styles.tag} data-tone={tones[state]} role="status">
        {words.states[state]}
      </span>
    </div>
  );
}

function sizeOf(bytes: number): string {
  return words.mebibytes(digits(bytes / 2 ** 20, { maximumFractionDigits: 2 }));
}
