import type { AgentId, ModelAnswer, ModelDay } from '@parley/protocol';
import { useState } from 'react';
import { useModelAnswers, useModelDays } from '../../api/models.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { logTime } from '../../ui/format-time.ts';
import { money } from '../../ui/money.ts';
import { modelWords as words } from '../../words/models.ts';
import styles from './models.module.css';
import { digits } from '../../words/locale.ts';

/** Shows tokens and cost of a model: by day, and on demand of each answer. */
export function ModelSpent({ agentId }: { readonly agentId: AgentId }) {
  const { data: days } = useModelDays(agentId);
  const [isShown, setShown] = useState(false);
  if (!days) return null;
  if (days.length === 0) return <p className={styles.hint}>{words.nothingSpent}</p>;
  return (
    <>
      <h3>{words.spent}</h3>
      <DataTable label={words.spent} columns={words.spentColumns}>
        {days.map((day) => (
          <tr key={`${day.day} ${day.currency}`}>
            <td>{day.day}</td>
            <Count value={day.answers} />
            <Count value={day.failures} />
            <Count value={day.inputTokens} />
            <Count value={day.outputTokens} />
            <Cost of={day} />
          </tr>
        ))}
      </DataTable>
      {isShown ? (
        <Answers agentId={agentId} />
      ) : (
        <div>
          <Button onClick={() => setShown(true)}>{words.showAnswers}</Button>
        </div>
      )}
    </>
  );
}

function Answers({ agentId }: { readonly agentId: AgentId }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useModelAnswers(agentId);
  const answers = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <h3>{words.answers}</h3>
      <DataTable label={words.answers} columns={words.answersColumns}>
        {answers.map((answer) => (
          <tr key={answer.deliveryId + answer.at}>
            <td>{logTime(answer.at)}</td>
            <td>{answer.model}</td>
            <Count value={answer.inputTokens} />
            <Count value={answer.outputTokens} />
            <Cost of={answer} />
            <td>{endOf(answer)}</td>
          </tr>
        ))}
      </DataTable>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.older}
          </Button>
        </div>
      )}
    </>
  );
}

function endOf({ failure }: ModelAnswer): string {
  if (failure === null) return '';
  return failure === 'stopped' ? words.stopped : words.failed;
}

function Count({ value }: { readonly value: number }) {
  return <td className={styles.number}>{digits(value)}</td>;
}

function Cost({ of: { cost, currency } }: { readonly of: Pick<ModelDay, 'cost' | 'currency'> }) {
  return (
    <td className={styles.number}>{cost === null || currency === null ? words.noPrice : money(cost, currency)}</td>
  );
}
