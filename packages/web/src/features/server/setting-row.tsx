import type { ServerSetting } from '@parley/protocol';
import { useState } from 'react';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useChangeSettings } from '../../api/admin/settings.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { settingsWords as words } from '../../words/settings.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import { Choice } from './choice.tsx';
import styles from './server.module.css';
import { settingText } from './setting-text.ts';
import { settingVariables } from './setting-variables.ts';

const names: Readonly<Record<string, string>> = words.names;
const values: Readonly<Record<string, string>> = words.values;

/** Shows one setting and changes it, unless the environment fixes it. */
export function SettingRow({ setting }: { readonly setting: ServerSetting }) {
  const { name, source, editable } = setting;
  const label = names[name] ?? name;
  const given = settingText(setting.value) ?? '';
  const [value, setValue] = useState(given);
  const change = useChangeSettings();
  const isNumber = typeof setting.value === 'number';
  const send = (next: unknown) => change.mutate({ [name]: next });
  if (!editable) {
    return (
      <>
        <span className={styles.name}>{label}</span>
        <span>{values[given] ?? given}</span>
        <span className={styles.small}>{words.fixed(settingVariables[name] ?? name)}</span>
      </>
    );
  }
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(isNumber ? Number(value) : value);
        }}
      >
        {isNumber ? (
          <TextField
            label={label}
            type="number"
            required
            min={0}
            step={1}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        ) : (
          <Choice label={label} choices={choicesOf(name)} value={value} onChoose={setValue} />
        )}
        <Button type="submit" busy={change.isPending} disabled={value === given} aria-label={words.saveName(label)}>
          {words.save}
        </Button>
        {source === 'admin' && (
          <Button look="quiet" aria-label={words.backName(label)} onClick={() => send(null)}>
            {words.back}
          </Button>
        )}
      </form>
      <span className={styles.small}>{words.sources[source]}</span>
      {change.error && !isPasswordAsked(change) && <ErrorNotice error={change.error} />}
      <AskPassword attempt={change} />
    </>
  );
}

function choicesOf(name: string): Readonly<Record<string, string>> {
  const choices = name === 'signup' ? ['open', 'invite', 'closed'] : ['on', 'off'];
  return Object.fromEntries(choices.map((each) => [each, values[each] ?? each]));
}
