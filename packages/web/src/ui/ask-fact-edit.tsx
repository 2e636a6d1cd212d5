import { useRef } from 'react';
import { readingWords as words } from '../words/reading.ts';
import styles from './ask-facts.module.css';
import { Button } from './button.tsx';

/** How a value of a card can be changed before the decision. */
export interface FactEdit {
  readonly kind: 'text' | 'number' | 'boolean';
  /** The value as typed. */
  readonly typed: string;
  readonly isChanged: boolean;
  readonly fault: string | null;
  readonly onType: (typed: string) => void;
  readonly onUndo: () => void;
}

interface FactEditFieldProps extends FactEdit {
  /** The id of the element that names the value. */
  readonly labelledBy: string;
  readonly id: string;
}

/** Longer texts get several lines. */
const lineCharacters = 60;

/** Shows the field of a value that can be changed; a changed value is marked and can be undone. */
export function FactEditField(props: FactEditFieldProps) {
  const { isChanged, fault, onUndo, id } = props;
  const field = useRef<HTMLDivElement>(null);
  function undo(): void {
    // The button disappears, so the focus moves to the field.
    field.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    onUndo();
  }
  return (
    <div ref={field}>
      <Field {...props} />
      {fault !== null && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
      {isChanged && (
        <p className={styles.changed}>
          <strong>{words.changed}</strong>
          <Button look="quiet" aria-describedby={props.labelledBy} onClick={undo}>
            {words.undo}
          </Button>
        </p>
      )}
    </div>
  );
}

function Field({ kind, typed, fault, onType, labelledBy, id }: FactEditFieldProps) {
  const shared = {
    className: styles.field,
    'aria-labelledby': labelledBy,
    'aria-invalid': fault === null ? undefined : true,
    'aria-describedby': fault === null ? undefined : `${id}-fault`,
    value: typed,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onType(target.value),
  };
  if (kind === 'boolean')
    return (
      <select {...shared}>
        <option value="true">{words.booleans.true}</option>
        <option value="false">{words.booleans.false}</option>
      </select>
    );
  if (kind === 'text' && (typed.length > lineCharacters || typed.includes('\n')))
    return <textarea rows={4} {...shared} />;
  return <input autoComplete="off" inputMode={kind === 'number' ? 'decimal' : 'text'} {...shared} />;
}
