import type { AdminPerson, DataExport } from '@parley/protocol';
import { useState } from 'react';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useExportPerson, useExportsOf } from '../../api/admin/person-data.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { dateAndTime, fullTime } from '../../ui/format-time.ts';
import { personDataWords as words, yourDataWords } from '../../words/your-data.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErasePerson } from './erase-person.tsx';
import styles from './server.module.css';

/** Exports the data of a person, and erases it. */
export function PersonData({ person }: { readonly person: AdminPerson }) {
  const { data: exports = [] } = useExportsOf(person.userId);
  const ask = useExportPerson(person.userId);
  const [isErasing, setErasing] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="data">
      <h3 id="data">{words.title}</h3>
      <p className={styles.hint}>{words.exportHint}</p>
      {ask.error && !isPasswordAsked(ask) && <ErrorNotice error={ask.error} />}
      {exports.length > 0 && (
        <ul className={styles.rows} aria-label={yourDataWords.exports}>
          {exports.map((item) => (
            <li key={item.exportId}>
              <ExportRow item={item} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <Button busy={ask.isPending} onClick={() => ask.mutate({})}>
          {yourDataWords.ask}
        </Button>
        <Button look="danger" onClick={() => setErasing(true)}>
          {words.erase}
        </Button>
      </div>
      <AskPassword attempt={ask} />
      {isErasing && <ErasePerson person={person} onClose={() => setErasing(false)} />}
    </section>
  );
}

function ExportRow({ item: { state, createdAt, url } }: { readonly item: DataExport }) {
  const isHeld = state === 'ready' && url === null;
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <time dateTime={createdAt} title={fullTime(createdAt)} className={styles.name}>
          {dateAndTime(createdAt)}
        </time>
        <span className={styles.small} role="status">
          {isHeld ? words.released(dateAndTime(releasedAt(createdAt))) : yourDataWords.states[state]}
        </span>
      </span>
      {url !== null && (
        <a href={url} download>
          {yourDataWords.download}
        </a>
      )}
    </div>
  );
}

/** A day after it was asked for, in which the person can object. */
function releasedAt(createdAt: string): string {
  return new Date(Date.parse(createdAt) + 86_400_000).toISOString();
}
