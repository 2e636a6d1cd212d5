import type { ModelPrices } from '@parley/protocol';
import { errorAt } from '../../api/error-at.ts';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { money } from '../../ui/money.ts';
import { modelWords as words } from '../../words/models.ts';
import type { PriceFields as Prices } from './source-state.ts';
import styles from './models.module.css';

interface PriceFieldsProps {
  readonly prices: Prices;
  /** What the address says of the chosen model, which counts where nothing is typed. */
  readonly listed: ModelPrices | null;
  readonly failure: unknown;
  readonly onChange: (prices: Prices) => void;
}

/** Takes what a million tokens cost, so that each answer says what it cost. All empty for no prices. */
export function PriceFields({ prices, listed, failure, onChange }: PriceFieldsProps) {
  const isPriced = prices.input !== '' || prices.output !== '';
  const price = { type: 'number', inputMode: 'decimal', min: 0, max: 1e6, step: 'any', required: isPriced } as const;
  return (
    <fieldset className={layout.group}>
      <legend className={styles.legend}>{words.prices}</legend>
      <p className={styles.hint}>{listed === null ? words.pricesHint : pricedBy(listed)}</p>
      <div className={styles.prices}>
        <TextField
          {...price}
          label={words.priceRead}
          value={prices.input}
          error={errorAt(failure, '/prices/input')}
          onChange={({ target }) => onChange({ ...prices, input: target.value })}
        />
        <TextField
          {...price}
          label={words.priceWritten}
          value={prices.output}
          error={errorAt(failure, '/prices/output')}
          onChange={({ target }) => onChange({ ...prices, output: target.value })}
        />
        <TextField
          label={words.currency}
          required={isPriced}
          pattern="[A-Za-z]{3}"
          title={words.currencyHint}
          maxLength={3}
          autoCapitalize="characters"
          spellCheck={false}
          value={prices.currency}
          error={errorAt(failure, '/prices/currency')}
          onChange={({ target }) => onChange({ ...prices, currency: target.value })}
        />
      </div>
    </fieldset>
  );
}

function pricedBy({ input, output, currency }: ModelPrices): string {
  return words.pricesListed(money(input, currency), money(output, currency));
}
