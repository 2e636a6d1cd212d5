import type { ModelCost } from '@parley/protocol';
import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useModelCosts } from '../../api/model-costs.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { money } from '../../ui/money.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { costWords as words } from '../../words/costs.ts';
import { digits, locale } from '../../words/locale.ts';
import styles from './you.module.css';

/** Records are kept for 90 days by default. */
const shownMonths = 4;

/** Shows what the answers of models to the user cost in a month, by agent and in each currency. */
export function ModelCosts() {
  const [months] = useState(newestMonths);
  const [month, setMonth] = useState(months[0] ?? '');
  const { data: costs, error, refetch } = useModelCosts(month);
  return (
    <section className={styles.section} aria-labelledby="costs">
      <h2 id="costs">{words.title}</h2>
      <p className={styles.hint}>{words.hint}</p>
      <SelectField label={words.month} value={month} onChange={({ target }) => setMonth(target.value)}>
        {months.map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </SelectField>
      {error && <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />}
      {!costs && !error && <Skeleton label={words.loading} />}
      {costs?.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {costs && costs.length > 0 && (
        <>
          <dl>
            <dt className={styles.small}>{words.sum}</dt>
            {sums(costs).map((sum) => (
              <dd key={sum} className={styles.balance}>
                {sum}
              </dd>
            ))}
          </dl>
          <DataTable label={words.byAgent} columns={words.columns}>
            {costs.map((cost) => (
              <tr key={`${cost.agentId} ${cost.currency}`}>
                <td>
                  <Link to={paths.agent(cost.agentId)}>{cost.name}</Link>
                </td>
                <td className={styles.number}>{digits(cost.answers)}</td>
                <td className={styles.number}>{digits(cost.inputTokens + cost.outputTokens)}</td>
                <td className={styles.number}>{money(cost.cost, cost.currency)}</td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}

function sums(costs: readonly ModelCost[]): string[] {
  const totals = new Map<string, number>();
  for (const { currency, cost } of costs) totals.set(currency, (totals.get(currency) ?? 0) + cost);
  return [...totals].map(([currency, total]) => money(total, currency));
}

function newestMonths(): string[] {
  const now = new Date();
  return Array.from({ length: shownMonths }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7),
  );
}

function monthName(month: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), options);
}
