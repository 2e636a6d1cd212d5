import { useState } from 'react';
import { useRetention, useSetRetention } from '../../api/admin/retention.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { dayChoices } from '../../ui/day-choices.ts';
import { SelectField } from '../../ui/field.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { retentionWords as words } from '../../words/retention.ts';
import styles from './server.module.css';

/** Shows and edits how long the server keeps messages. */
export function Retention() {
  const { data: retention, error } = useRetention();
  const set = useSetRetention();
  const [asked, setAsked] = useState<number | null>(null);
  if (error) return <ErrorNotice error={error} />;
  if (!retention) return null;
  const { messagesDays, nextPurge } = retention;

  function choose(value: string): void {
    const days = value === '' ? null : Number(value);
    // A shorter time deletes messages, so it is asked once more.
    if (days !== null && (messagesDays === null || days < messagesDays)) setAsked(days);
    else set.mutate({ messagesDays: days });
  }

  return (
    <section className={styles.section} aria-labelledby="retention">
      <h2 id="retention">{words.title}</h2>
      <p className={styles.hint}>{words.serverHint}</p>
      {set.error && !isPasswordAsked(set) && <ErrorNotice error={set.error} />}
      <SelectField
        label={words.label}
        hint={nextPurge === null ? null : words.next(nextPurge.messages, dateAndTime(nextPurge.at))}
        value={messagesDays ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{words.forEver}</option>
        {dayChoices(messagesDays).map((days) => (
          <option key={days} value={days}>
            {words.days(days)}
          </option>
        ))}
      </SelectField>
      {asked !== null && (
        <Confirm
          title={words.ask(asked)}
          action={words.set}
          onConfirm={() => {
            // Apart from this dialog, because the password may be asked.
            set.mutate({ messagesDays: asked });
            return Promise.resolve();
          }}
          onClose={() => setAsked(null)}
        >
          {words.askText}
        </Confirm>
      )}
      <AskPassword attempt={set} />
    </section>
  );
}
