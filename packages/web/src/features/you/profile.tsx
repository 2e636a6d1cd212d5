import type { User } from '@parley/protocol';
import { useState } from 'react';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useEditProfile } from '../../api/profile.ts';
import { useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { youWords as words } from '../../words/you.ts';
import { LanguageFields } from './language-fields.tsx';
import styles from './you.module.css';

/** Edits the user's profile: the name that others see, and the language and time zone that agents see. */
export function Profile() {
  const me = useMe();
  const [draft, setDraft] = useState(() => profileOf(me));
  const edit = useEditProfile();
  const nameError = errorAt(edit.error, '/displayName');
  const localeError = errorAt(edit.error, '/locale');
  const isChanged =
    draft.displayName !== me.displayName || draft.locale !== me.locale || draft.timezone !== me.timezone;
  return (
    <section className={styles.section} aria-labelledby="profile">
      <h2 id="profile">{words.profile}</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate(draft, { onSuccess: ({ item }) => setDraft(profileOf(item)) });
        }}
      >
        <TextField
          label={words.name}
          value={draft.displayName}
          required
          maxLength={80}
          autoComplete="name"
          error={nameError}
          onChange={({ target }) => setDraft({ ...draft, displayName: target.value })}
        />
        <TextField label={words.handle} hint={words.handleHint} value={`@${me.handle}`} readOnly />
        <SelectField
          label={words.timezone}
          hint={words.timezoneHint}
          value={draft.timezone}
          onChange={({ target }) => setDraft({ ...draft, timezone: target.value })}
        >
          {zonesWith(me.timezone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <LanguageFields tag={draft.locale} error={localeError} onChange={(locale) => setDraft({ ...draft, locale })} />
        {edit.error && !nameError && !localeError && <ErrorNotice error={edit.error} />}
        <div className={styles.foot}>
          <Button look="primary" type="submit" busy={edit.isPending} disabled={!isChanged}>
            {words.save}
          </Button>
          <span role="status">{edit.isSuccess && !isChanged && words.saved}</span>
        </div>
      </form>
    </section>
  );
}

function profileOf({ displayName, locale, timezone }: User) {
  return { displayName, locale, timezone };
}

function zonesWith(own: string): readonly string[] {
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])].sort();
}
