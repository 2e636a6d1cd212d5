import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

export interface FieldText {
  readonly label: string;
  /** What to enter, below the label. */
  readonly hint?: ReactNode;
  /** The error, read out together with the field. */
  readonly error?: string | null | undefined;
  /** Marks the field visually as required; the input itself is `required`. */
  readonly isMarked?: boolean | undefined;
}

/** One line of text with its label. */
export function TextField({
  label,
  hint,
  error,
  isMarked,
  ...rest
}: FieldText & InputHTMLAttributes<HTMLInputElement>) {
  const ids = useFieldIds();
  return (
    <Frame ids={ids} label={label} hint={hint} error={error} isMarked={isMarked}>
      <input className={styles.input} {...rest} {...described(ids, hint, error)} />
    </Frame>
  );
}

/** Several lines of text with their label. */
export function TextAreaField({
  label,
  hint,
  error,
  isMarked,
  ...rest
}: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const ids = useFieldIds();
  return (
    <Frame ids={ids} label={label} hint={hint} error={error} isMarked={isMarked}>
      <textarea className={styles.input} rows={3} {...rest} {...described(ids, hint, error)} />
    </Frame>
  );
}

/** A choice from a short list with its label; the options are the children. */
export function SelectField({
  label,
  hint,
  error,
  isMarked,
  ...rest
}: FieldText & SelectHTMLAttributes<HTMLSelectElement>) {
  const ids = useFieldIds();
  return (
    <Frame ids={ids} label={label} hint={hint} error={error} isMarked={isMarked}>
      <select className={styles.input} {...rest} {...described(ids, hint, error)} />
    </Frame>
  );
}

interface FieldIds {
  readonly input: string;
  readonly hint: string;
  readonly error: string;
}

function useFieldIds(): FieldIds {
  const id = useId();
  return { input: id, hint: `${id}-hint`, error: `${id}-error` };
}

function described(ids: FieldIds, hint: ReactNode, error: string | null | undefined) {
  const parts = [hint ? ids.hint : null, error ? ids.error : null].filter(Boolean);
  return {
    id: ids.input,
    'aria-describedby': parts.length === 0 ? undefined : parts.join(' '),
    'aria-invalid': error ? true : undefined,
  };
}

function Frame(props: FieldText & { readonly ids: FieldIds; readonly children: ReactNode }) {
  const { ids, label, hint, error, isMarked, children } = props;
  return (
    <div className={styles.field}>
      <label htmlFor={ids.input} className={styles.label}>
        {label}
        {isMarked && (
          <span className={styles.mark} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {hint && (
        <p id={ids.hint} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={ids.error} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
