import { isId, type AdminReport } from '@parley/protocol';
import { useState } from 'react';
import { useCloseReport } from '../../api/admin/reports.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { serverPaths } from '../../navigation/server-paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { Spelled } from '../../ui/spelled.tsx';
import { reportWords as words } from '../../words/reports.ts';
import styles from './server.module.css';

const tones = { open: 'accent', resolved: 'agent', dismissed: 'plain' } as const;

/** Shows a report with what was said, and closes it. */
export function ReportRow({ report }: { readonly report: AdminReport }) {
  const { state, reason, reporter, evidence, createdAt, note } = report;
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <span className={styles.name}>
          <About report={report} />: <Spelled text={reason} />
        </span>
        <span className={styles.small}>
          {words.at(dateAndTime(createdAt))} · <Link to={serverPaths.person(reporter)}>{words.reporter}</Link>
        </span>
        {evidence && (
          <blockquote className={styles.said} aria-label={words.saidThen}>
            <Spelled text={evidence.text} />
          </blockquote>
        )}
        {note !== null && <span className={styles.small}>{note}</span>}
        {state === 'open' && <Close report={report} />}
      </span>
      <span className={styles.tag} data-tone={tones[state]}>
        {words.states[state]}
      </span>
    </div>
  );
}

/** Names what was reported, with a link where administrators have a page of it. */
function About({ report: { target, evidence } }: { readonly report: AdminReport }) {
  const id = target.type === 'message' ? (evidence?.author ?? '') : target.id;
  const name = words.of[target.type];
  if (isId('user', id)) return <Link to={serverPaths.person(id)}>{name}</Link>;
  if (isId('agent', id)) return <Link to={paths.agent(id)}>{name}</Link>;
  return name;
}

function Close({ report: { reportId } }: { readonly report: AdminReport }) {
  const [note, setNote] = useState('');
  const close = useCloseReport(reportId);
  const closeAs = (state: 'resolved' | 'dismissed') => close.mutate({ state, ...(note.trim() && { note }) });
  return (
    <span className={styles.form}>
      <TextField
        label={words.note}
        hint={words.noteHint}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {close.error && <ErrorNotice error={close.error} />}
      <span className={styles.foot}>
        <Button look="primary" busy={close.isPending} onClick={() => closeAs('resolved')}>
          {words.resolve}
        </Button>
        <Button onClick={() => closeAs('dismissed')}>{words.dismiss}</Button>
      </span>
    </span>
  );
}
