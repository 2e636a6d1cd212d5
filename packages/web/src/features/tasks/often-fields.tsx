import { SelectField, TextField } from '../../ui/field.tsx';
import { ordinal, scheduleWords } from '../../words/schedule.ts';
import { taskWords as words } from '../../words/tasks.ts';
import type { Often } from './often.ts';

export interface OftenFieldsProps {
  readonly often: Often;
  readonly onChange: (often: Often) => void;
  readonly error: string | null;
}

const days = Array.from({ length: 28 }, (_, place) => place + 1);
/** The week starts on Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** Edits when a schedule runs. */
export function OftenFields({ often, onChange, error }: OftenFieldsProps) {
  const { kind } = often;
  const change = (part: Partial<Often>) => onChange({ ...often, ...part });
  const hasTime = kind !== 'hour' && kind !== 'own';
  return (
    <>
      <SelectField
        label={words.often}
        value={kind}
        error={kind === 'own' ? null : error}
        onChange={({ target }) => change({ kind: target.value as Often['kind'] })}
      >
        {Object.entries(words.oftens).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <DayFields often={often} change={change} />
      {hasTime && (
        <TextField
          label={words.time}
          type="time"
          required
          value={often.time}
          onChange={({ target }) => change({ time: target.value })}
        />
      )}
      {kind === 'hour' && (
        <TextField
          label={words.minute}
          type="number"
          required
          min={0}
          max={59}
          value={often.minute}
          onChange={({ target }) => change({ minute: target.value })}
        />
      )}
      {kind === 'own' && (
        <TextField
          label={words.cron}
          hint={words.cronHint}
          required
          spellCheck={false}
          maxLength={200}
          value={often.cron}
          error={error}
          onChange={({ target }) => change({ cron: target.value })}
        />
      )}
    </>
  );
}

interface DayFieldsProps {
  readonly often: Often;
  readonly change: (part: Partial<Often>) => void;
}

function DayFields({ often, change }: DayFieldsProps) {
  const { kind } = often;
  return (
    <>
      {kind === 'week' && (
        <SelectField
          label={words.weekday}
          value={often.weekday}
          onChange={({ target }) => change({ weekday: target.value })}
        >
          {weekdays.map((day) => (
            <option key={day} value={day}>
              {scheduleWords.weekdayNames[day]}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'month' && (
        <SelectField
          label={words.dayOfMonth}
          value={often.dayOfMonth}
          onChange={({ target }) => change({ dayOfMonth: target.value })}
        >
          {days.map((day) => (
            <option key={day} value={day}>
              {ordinal(day)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
