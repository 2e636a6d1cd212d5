import { errorAt } from '../../api/error-at.ts';
import { useListModels } from '../../api/models.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { modelWords as words } from '../../words/models.ts';
import { PriceFields } from './price-fields.tsx';
import type { SourceChoiceProps } from './source-state.ts';
import styles from './models.module.css';

/** Takes an address, a key, what the model reads and what it costs, and loads the models that the address lists. */
export function AddressFields({ fields, failure, hasKey = false, onChange }: Omit<SourceChoiceProps, 'offers'>) {
  const list = useListModels();
  const at = (path: string) => errorAt(list.error, path) ?? errorAt(failure, path);
  const names = list.data?.items?.map(({ id }) => id) ?? null;

  function load(): void {
    const { url, key } = fields;
    list.mutate(
      { url: url.trim(), ...(key.trim() === '' ? {} : { key: key.trim() }) },
      {
        onSuccess: ({ items, url: found }) => {
          const isListed = items?.some(({ id }) => id === fields.model) ?? true;
          onChange({ url: found, ...(isListed ? {} : { model: items?.[0]?.id ?? '' }) });
        },
      },
    );
  }

  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        required
        spellCheck={false}
        autoCapitalize="none"
        maxLength={2000}
        value={fields.url}
        error={at('/url')}
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <TextField
        label={words.key}
        hint={hasKey ? words.keyKept : words.keyHint}
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={4000}
        value={fields.key}
        error={at('/key')}
        onChange={({ target }) => onChange({ key: target.value })}
      />
      <div className={styles.list}>
        <Button busy={list.isPending} disabled={fields.url.trim() === ''} onClick={load}>
          {words.list}
        </Button>
        <p role="status" className={styles.hint}>
          {list.data && (names === null ? words.unlisted : words.listed(names.length))}
        </p>
      </div>
      <ModelField names={names} model={fields.model} error={at('/model')} onChange={(model) => onChange({ model })} />
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={fields.images}
          onChange={({ target }) => onChange({ images: target.checked })}
        />
        <strong>{words.images}</strong>
        <span>{words.imagesHint}</span>
      </label>
      <PriceFields
        prices={fields.prices}
        listed={list.data?.items?.find(({ id }) => id === fields.model)?.prices ?? null}
        failure={failure}
        onChange={(prices) => onChange({ prices })}
      />
    </>
  );
}

interface ModelFieldProps {
  /** The models that the address lists; null if they are not known. */
  readonly names: readonly string[] | null;
  readonly model: string;
  readonly error: string | null;
  readonly onChange: (model: string) => void;
}

function ModelField({ names, model, error, onChange }: ModelFieldProps) {
  if (names === null || names.length === 0) {
    return (
      <TextField
        label={words.model}
        hint={words.modelHint}
        required
        spellCheck={false}
        autoCapitalize="none"
        maxLength={300}
        value={model}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <SelectField label={words.model} value={model} error={error} onChange={({ target }) => onChange(target.value)}>
      {!names.includes(model) && <option>{model}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  );
}
