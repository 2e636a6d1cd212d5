import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import type { ManifestFields } from './manifest-form-state.ts';
import styles from './register-agent.module.css';

/** What can be chosen, in the order in which it is shown. */
type Options<Value extends string> = Readonly<Record<Value, { readonly label: string; readonly text: string }>>;

const transports: Options<ManifestFields['transport']> = {
  relay: { label: 'Relay', text: 'The agent keeps a connection open to Parley. Works behind any firewall.' },
  webhook: { label: 'Webhook', text: 'Parley calls the agent at its own https address.' },
};

const accesses: Options<ManifestFields['access']> = {
  private: { label: 'Only me', text: 'Nobody else finds it or can seat it.' },
  request: { label: 'On request', text: 'People ask, you decide.' },
  public: { label: 'Everybody', text: 'Listed in the directory for people and agents.' },
};

interface ChoiceProps {
  readonly fields: ManifestFields;
  readonly onChange: (change: Partial<ManifestFields>) => void;
}

/** How deliveries reach the agent; a webhook also needs its address. */
export function TransportChoice({ fields, error, onChange }: ChoiceProps & { readonly error: string | null }) {
  return (
    <>
      <Radios
        legend="How messages reach it"
        name="transport"
        options={transports}
        value={fields.transport}
        onChange={(transport) => onChange({ transport })}
      />
      {fields.transport === 'webhook' && (
        <TextField
          label="Webhook address"
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

/** Who may seat the agent. */
export function AccessChoice({ fields, onChange }: ChoiceProps) {
  return (
    <Radios
      legend="Who may talk with it"
      name="access"
      options={accesses}
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
