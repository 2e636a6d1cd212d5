import { SelectField } from '../../ui/field.tsx';

interface ChoiceProps {
  readonly label: string;
  readonly choices: Readonly<Record<string, string>>;
  /** The name of no choice; absent if one has to be made. */
  readonly any?: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
}

/** A choice from named values in the filter of a list. */
export function Choice({ label, choices, any, value = '', onChoose }: ChoiceProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {any !== undefined && <option value="">{any}</option>}
      {Object.entries(choices).map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
