import type { KeyboardEvent } from 'react';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { spelled } from '../../ui/spelled-text.ts';
import { formWords } from '../../words/forms.ts';
import type { FormField } from './form-values.ts';
import styles from './form-block.module.css';

interface FormFieldProps {
  readonly field: FormField;
  /** The text typed earlier. */
  readonly typed: string;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
}

/** Renders one field as the browser's own input for its type. */
export function FormFieldInput({ field, typed, error, isReadOnly }: FormFieldProps) {
  const { name, required = false, field_type: type, options = [] } = field;
  const shared = {
    name,
    label: spelled(field.label),
    error,
    required,
    isMarked: required,
    defaultValue: typed,
    disabled: isReadOnly,
  };
  switch (type) {
    case 'text':
      return <TextAreaField {...shared} rows={1} className={styles.text} dir="auto" onKeyDown={sendOnEnter} />;
    case 'number':
      return <TextField {...shared} type="number" step="any" inputMode="decimal" />;
    case 'date':
      return <TextField {...shared} type="date" />;
    case 'select':
      return (
        <SelectField {...shared}>
          <option value="">{required ? formWords.pick : formWords.none}</option>
          {options.map((option, index) => (
            <option key={index} value={option.payload}>
              {spelled(option.label)}
            </option>
          ))}
        </SelectField>
      );
  }
}

/** Enter submits and Shift+Enter starts a new line, as in the composer. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
