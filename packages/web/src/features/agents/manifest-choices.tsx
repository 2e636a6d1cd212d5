import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { manifestWords as words } from '../../words/manifest-form.ts';
import type { ManifestFields } from './manifest-form-state.ts';
import styles from './register-agent.module.css';

/** The options, in display order. */
type Options<Value extends string> = Readonly<Record<Value, { readonly label: string; readonly text: string }>>;

interface ChoiceProps {
  readonly fields: ManifestFields;
  readonly onChange: (change: Partial<ManifestFields>) => void;
}

/** Lets the owner choose the transport; a webhook also needs an address. */
export function TransportChoice({ fields, error, onChange }: ChoiceProps & { readonly error: string | null }) {
  return (
    <>
      <Radios
        legend={words.transport}
        name="transport"
        options={words.transports}
        value={fields.transport}
        onChange={(transport) => onChange({ transport })}
      />
      {fields.transport === 'webhook' && (
        <TextField
          label={words.webhookUrl}
          type="url"
          required
          placeholder="https://agent.example.com/parley"
          value={fields.webhookUrl}
          error={error}
          onChange={({ target }) => onChange({ webhookUrl: target.value })}
        />
      )}
    </>
  );
}

/** Lets the owner choose who may seat the agent. */
export function AccessChoice({ fields, onChange }: ChoiceProps) {
  return (
    <Radios
      legend={words.access}
      name="access"
      options={words.accesses}
      value={fields.access}
      onChange={(access) => onChange({ access })}
    />
  );
}

interface RadiosProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: Options<Value>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Radios<Value extends string>({ legend, name, options, value, onChange }: RadiosProps<Value>) {
  const choices = Object.keys(options) as Value[];
  return (
    <fieldset className={layout.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            <strong>{options[choice].label}</strong>
            <span>{options[choice].text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
