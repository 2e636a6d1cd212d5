import { limits } from '@parley/protocol';
import { useState } from 'react';
import { TextAreaField } from '../../ui/field.tsx';
import { approvalWords as words } from '../../words/approvals.ts';
import styles from './why.module.css';

interface WhyProps {
  readonly value: string;
  /** Who is told. */
  readonly hint: string;
  readonly error: string | null;
  readonly onChange: (typed: string) => void;
}

/** Lets the person say why they decide so, behind a line that opens it. */
export function Why({ value, hint, error, onChange }: WhyProps) {
  // Open from the start if something is typed already; later only the person opens and closes it.
  const [startsOpen] = useState(value !== '');
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className={styles.why} open={startsOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.why}</summary>
      {isOpen && (
        <TextAreaField
          label={words.yourReason}
          hint={hint}
          error={error}
          maxLength={limits.decisionReasonCharacters}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </details>
  );
}
