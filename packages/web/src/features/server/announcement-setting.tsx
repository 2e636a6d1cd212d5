import type { ServerSetting } from '@parley/protocol';
import { useState } from 'react';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useChangeSettings } from '../../api/admin/settings.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { settingsWords as words } from '../../words/settings.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import styles from './server.module.css';

interface Announced {
  readonly text: string;
  readonly until: string;
}

/** Announces something to everybody until a time, and takes it back. */
export function AnnouncementSetting({ setting }: { readonly setting: ServerSetting }) {
  const now = setting.value as Announced | null;
  const [text, setText] = useState(now?.text ?? '');
  const [until, setUntil] = useState(now === null ? '' : localTime(now.until));
  const change = useChangeSettings();
  return (
    <section className={styles.section} aria-labelledby="announcement">
      <h2 id="announcement">{words.announcement}</h2>
      <p className={styles.hint}>{words.announcementHint}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ announcement: { text: text.trim(), until: new Date(until).toISOString() } });
        }}
      >
        <TextAreaField
          label={words.text}
          required
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <TextField
          label={words.until}
          type="datetime-local"
          required
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        {change.error && !isPasswordAsked(change) && <ErrorNotice error={change.error} />}
        <div className={styles.foot}>
          <Button look="primary" type="submit" busy={change.isPending}>
            {words.announce}
          </Button>
          {now !== null && <Button onClick={() => change.mutate({ announcement: null })}>{words.takeBack}</Button>}
        </div>
      </form>
      <AskPassword attempt={change} />
    </section>
  );
}

/** Returns a time as the field takes it: local, without a zone. */
function localTime(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
