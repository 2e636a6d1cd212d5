import type { AgentId, Membership } from '@parley/protocol';
import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMembershipPreferences } from '../../api/membership.ts';
import type { MembershipChange } from '../../api/membership.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { permissionWords as words } from '../../words/permissions.ts';
import { attentionWords } from '../../words/attention.ts';
import styles from './permissions.module.css';

type Mute = keyof typeof words.mutes;
type Level = Membership['notify'];

export interface AgentAttentionProps {
  readonly id: AgentId;
  readonly membership: Membership;
}

/** Edits whether an agent is muted, until when, and its push level. */
export function AgentAttention({ id, membership: { muted, mutedUntil, notify } }: AgentAttentionProps) {
  const preferences = useMembershipPreferences(id);
  const now = useNow();
  const [isDated, setDated] = useState(false);
  const [day, setDay] = useState('');
  const until = mutedUntil !== null && Date.parse(mutedUntil) > now.getTime() ? mutedUntil : null;

  function mute(how: Mute): void {
    setDated(how === 'date');
    if (how !== 'date') preferences.mutate(changeOf(how, new Date()));
  }

  function muteUntilDay(): void {
    if (day === '') return;
    setDated(false);
    preferences.mutate({ mutedUntil: new Date(`${day}T08:00`).toISOString() });
  }

  return (
    <div className={styles.attention}>
      {muted || until !== null ? (
        <p className={styles.muted}>
          {until === null || muted ? words.muted : words.mutedUntil(dateAndTime(until))}
          <Button busy={preferences.isPending} onClick={() => preferences.mutate({ muted: false, mutedUntil: null })}>
            {words.unmute}
          </Button>
        </p>
      ) : (
        <SelectField
          label={words.mute}
          value={isDated ? 'date' : 'off'}
          onChange={({ target }) => mute(target.value as Mute)}
        >
          {Object.entries(words.mutes).map(([how, label]) => (
            <option key={how} value={how}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {isDated && (
        <div className={styles.date}>
          <TextField
            label={words.until}
            type="date"
            min={dayOf(tomorrow(now))}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button onClick={muteUntilDay}>{words.muteThen}</Button>
        </div>
      )}
      <SelectField
        label={words.notify}
        value={notify}
        onChange={({ target }) => preferences.mutate({ notify: target.value as Level })}
      >
        {Object.entries(attentionWords.levels).map(([level, label]) => (
          <option key={level} value={level}>
            {label}
          </option>
        ))}
      </SelectField>
      {preferences.error && <ErrorNotice error={preferences.error} />}
    </div>
  );
}

function changeOf(how: Exclude<Mute, 'date'>, now: Date): MembershipChange {
  switch (how) {
    case 'off':
      return { muted: false, mutedUntil: null };
    case 'hour':
      return { mutedUntil: new Date(now.getTime() + 3_600_000).toISOString() };
    case 'tomorrow':
      return { mutedUntil: tomorrow(now).toISOString() };
    case 'good':
      return { muted: true };
  }
}

/** Returns 8:00 of the next day in the user's time zone. */
function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
