import type { AgentId, AgentModel, ModelPrices } from '@parley/protocol';
import { useState } from 'react';
import { useAgentModel, useRemoveModel } from '../../api/models.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { money } from '../../ui/money.ts';
import { modelWords as words } from '../../words/models.ts';
import { ChangeModelForm } from './change-model-form.tsx';
import { ModelSpent } from './model-spent.tsx';
import { StateBadge } from './state-badge.tsx';
import styles from './models.module.css';

/** Shows the model behind an agent to its owner, with what it spent. Shows nothing for other agents. */
export function AgentModelSection({ agentId }: { readonly agentId: AgentId }) {
  const { data: model, error } = useAgentModel(agentId);
  const [isChanging, setChanging] = useState(false);
  if (!model) return error ? <ErrorNotice error={error} /> : null;
  return (
    <section className={styles.section} aria-labelledby="model">
      <h2 id="model">{words.heading}</h2>
      <Facts model={model} />
      {isChanging ? (
        <ChangeModelForm model={model} onDone={() => setChanging(false)} />
      ) : (
        <>
          <p className={styles.instructions}>{model.instructions ?? words.noInstructions}</p>
          <div className={styles.line}>
            <Button onClick={() => setChanging(true)}>{words.change}</Button>
            <RemoveModel agentId={agentId} />
          </div>
        </>
      )}
      <ModelSpent agentId={agentId} />
    </section>
  );
}

function Facts({ model }: { readonly model: AgentModel }) {
  const where = model.url === null ? words.ofServer : words.at(new URL(model.url).host);
  const key = model.url === null ? '' : ` · ${model.hasKey ? words.withKey : words.withoutKey}`;
  return (
    <>
      <p className={styles.line}>
        <span className={styles.model}>{model.model}</span>
        <span className={styles.hint}>
          {where}
          {key}
        </span>
      </p>
      <p className={styles.line}>
        <StateBadge state={model.state} />
        <span className={styles.hint}>
          {words.since} <time dateTime={model.since}>{fullTime(model.since)}</time>
        </span>
      </p>
      {model.failure && <p role="status">{model.failure.message}</p>}
      {model.prices && <p className={styles.hint}>{pricesLine(model.prices)}</p>}
      {model.images && <p className={styles.hint}>{words.readsImages}</p>}
      {model.tools.length > 0 && <p className={styles.hint}>{words.mayUse(model.tools.join(', '))}</p>}
    </>
  );
}

function pricesLine({ input, output, currency }: ModelPrices): string {
  return words.priced(money(input, currency), money(output, currency));
}

function RemoveModel({ agentId }: { readonly agentId: AgentId }) {
  const remove = useRemoveModel(agentId);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setAsked(true)}>
        {words.remove}
      </Button>
      {isAsked && (
        <Confirm
          title={words.removeTitle}
          action={words.removeAct}
          onConfirm={() => remove.mutateAsync()}
          onClose={() => setAsked(false)}
        >
          {words.removeText}
        </Confirm>
      )}
    </>
  );
}
