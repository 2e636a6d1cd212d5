import { limits } from '@parley/protocol';
import { useId } from 'react';
import { SelectField, TextField } from '../../ui/field.tsx';
import { boundsWords as words } from '../../words/standing.ts';
import type { BoundsFields } from './bounds-fields.ts';
import type { UntilChoice } from './draft.ts';
import styles from './standing.module.css';

/** Edits how often, until when and where a standing permission holds. */
export function UseBounds({ draft, onChange, faultAt, now }: BoundsFields & { readonly now: Date }) {
  const anyId = useId();
  const untilFault = faultAt('/standing/until');
  const isDated = draft.until === 'date';
  return (
    <>
      <div className={styles.member}>
        <TextField
          label={words.uses}
          hint={words.usesHint}
          inputMode="numeric"
          autoComplete="off"
          value={draft.uses}
          disabled={draft.isUnlimited}
          error={faultAt('/standing/uses')}
          onChange={({ target }) => onChange({ ...draft, uses: target.value })}
        />
        <div className={styles.check}>
          <input
            id={anyId}
            type="checkbox"
            checked={draft.isUnlimited}
            onChange={({ target }) => onChange({ ...draft, isUnlimited: target.checked })}
          />
          <label htmlFor={anyId}>{words.unlimited}</label>
        </div>
      </div>
      <div className={styles.limits}>
        <SelectField
          label={words.until}
          value={draft.until}
          error={isDated ? null : untilFault}
          onChange={({ target }) => onChange({ ...draft, until: target.value as UntilChoice })}
        >
          <option value="">{words.choose}</option>
          {Object.entries(words.untils).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </SelectField>
        {isDated && (
          <TextField
            label={words.day}
            type="date"
            min={dayAfter(now, 0)}
            max={dayAfter(now, limits.standingDays - 1)}
            value={draft.day}
            error={untilFault}
            onChange={({ target }) => onChange({ ...draft, day: target.value })}
          />
        )}
      </div>
      <SelectField
        label={words.room}
        value={draft.isAnywhere ? 'any' : 'here'}
        onChange={({ target }) => onChange({ ...draft, isAnywhere: target.value === 'any' })}
      >
        {Object.entries(words.rooms).map(([where, label]) => (
          <option key={where} value={where}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** Returns a day as a date field has it, in the user's time zone. */
function dayAfter(now: Date, days: number): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
