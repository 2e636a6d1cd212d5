import { errorAt } from '../../api/error-at.ts';
import { SelectField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { modelWords as words } from '../../words/models.ts';
import { AddressFields } from './address-fields.tsx';
import type { SourceChoiceProps } from './source-state.ts';
import styles from './models.module.css';

/** Lets a person choose a model: the operator's first, or one at an address. */
export function SourceChoice({ offers, fields, failure, hasKey = false, onChange }: SourceChoiceProps) {
  const offer = offers.find(({ offerId }) => offerId === fields.offerId);
  return (
    <>
      {offers.length > 0 && <Sources offers={offers} offerId={fields.offerId} onChange={onChange} />}
      {offer ? (
        <SelectField
          label={words.model}
          value={fields.model}
          error={errorAt(failure, '/model')}
          onChange={({ target }) => onChange({ model: target.value })}
        >
          {offer.models.map((model) => (
            <option key={model}>{model}</option>
          ))}
        </SelectField>
      ) : (
        <AddressFields fields={fields} failure={failure} hasKey={hasKey} onChange={onChange} />
      )}
    </>
  );
}

function Sources({
  offers,
  offerId,
  onChange,
}: Pick<SourceChoiceProps, 'offers' | 'onChange'> & { readonly offerId: string }) {
  const choices = [
    ...offers.map((offer) => ({
      id: offer.offerId,
      label: offer.name,
      text: words.offered(offer.dailyLimit === null ? null : String(offer.dailyLimit)),
      model: offer.models[0] ?? '',
    })),
    { id: '', label: words.ownAddress, text: '', model: '' },
  ];
  return (
    <fieldset className={layout.group}>
      <legend className={styles.legend}>{words.source}</legend>
      <div className={styles.choices}>
        {choices.map(({ id, label, text, model }) => (
          <label key={id} className={styles.choice}>
            <input
              type="radio"
              name="source"
              checked={offerId === id}
              onChange={() => onChange({ offerId: id, model })}
            />
            <strong>{label}</strong>
            {text && <span>{text}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
