import type { Person } from '@parley/protocol';
import { X } from 'lucide-react';
import { useState } from 'react';
import { usePerson } from '../../api/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { Hidden } from '../../ui/hidden.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { newConversationWords as words } from '../../words/new-conversation.ts';
import styles from './new-conversation.module.css';

export interface PersonPickerProps {
  readonly chosen: readonly Person[];
  readonly onChange: (people: readonly Person[]) => void;
}

/** Finds people by exact handle only, so that a user cannot list all people. */
export function PersonPicker({ chosen, onChange }: PersonPickerProps) {
  const [typed, setTyped] = useState('');
  const rested = useDebounced(typed);
  const { data: found } = usePerson(rested);
  const isNew = found && !chosen.some(({ userId }) => userId === found.userId);

  function add(person: Person): void {
    onChange([...chosen, person]);
    setTyped('');
  }

  return (
    <fieldset className={layout.group}>
      <legend>
        <Hidden>{words.people}</Hidden>
      </legend>
      <TextField
        label={words.withPerson}
        hint={words.byHandle}
        value={typed}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={words.handle}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === '') return;
          event.preventDefault();
          if (found && isNew && typed === rested) add(found);
        }}
      />
      <div aria-live="polite">
        {found === null && typed === rested && <p className={styles.none}>{words.nobody}</p>}
        {found && isNew && (
          <Button
            icon={<Avatar id={found.userId} kind="person" name={found.displayName} size={24} />}
            onClick={() => add(found)}
          >
            {words.add(found.displayName)}
          </Button>
        )}
      </div>
      {chosen.length > 0 && (
        <ul className={styles.people}>
          {chosen.map((person) => (
            <li key={person.userId} className={styles.person}>
              {person.displayName}
              <button
                type="button"
                aria-label={words.remove(person.displayName)}
                onClick={() => onChange(chosen.filter(({ userId }) => userId !== person.userId))}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
