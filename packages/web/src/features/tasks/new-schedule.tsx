import { useId, useState } from 'react';
import { nextTimes, parseCron } from '../../api/cron.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { scheduleSentence } from '../../api/schedule-sentence.ts';
import { useMe } from '../../api/session.ts';
import { useCreateSchedule } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { useNow } from '../../ui/use-now.ts';
import { taskWords as words } from '../../words/tasks.ts';
import type { RoomTaskProps } from './give-task.tsx';
import { OftenFields } from './often-fields.tsx';
import { cronOf, oftenAtFirst } from './often.ts';
import styles from './tasks.module.css';
import { locale } from '../../words/locale.ts';

/** Creates a schedule for the agent of a room, with a preview of its times. */
export function NewSchedule({ room, onClose }: RoomTaskProps) {
  const me = useMe();
  const [text, setText] = useState('');
  const [often, setOften] = useState(oftenAtFirst);
  const [timezone, setTimezone] = useState(me.timezone);
  const create = useCreateSchedule(room.conversationId);
  const cron = cronOf(often);
  const cronError = errorAt(create.error, '/cron');
  const textError = errorAt(create.error, '/text');

  return (
    <Dialog title={words.scheduleFor(room.agentMembers[0]?.name ?? '')} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ cron, timezone, text }, { onSuccess: onClose });
        }}
      >
        <TextAreaField
          label={words.told}
          required
          rows={3}
          value={text}
          error={textError}
          onChange={({ target }) => setText(target.value)}
        />
        <OftenFields often={often} onChange={setOften} error={cronError} />
        <SelectField label={words.timezone} value={timezone} onChange={({ target }) => setTimezone(target.value)}>
          {[...new Set(['UTC', me.timezone, ...Intl.supportedValuesOf('timeZone')])].sort().map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
        <Preview cron={cron} timezone={timezone} />
        {create.error && !cronError && !textError && <ErrorNotice error={create.error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" busy={create.isPending}>
            {words.create}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

function Preview({ cron, timezone }: { readonly cron: string; readonly timezone: string }) {
  const id = useId();
  const now = useNow();
  const times = parseCron(cron);
  const next = times ? nextTimes(times, timezone, now, 3) : [];
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{words.nextTimes}</h3>
      <p className={styles.sentence}>{words.inZone(scheduleSentence(cron), timezone)}</p>
      {!times && <p>{words.notPreviewed}</p>}
      {times && next.length === 0 && <p>{words.neverComes}</p>}
      <ol>
        {next.map((time) => (
          <li key={time.getTime()}>
            <time dateTime={time.toISOString()}>{format.format(time)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
