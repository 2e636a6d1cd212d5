import type { AgentModel, ModelTool } from '@parley/protocol';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useChangeModel, useIsListing, useModelChoices } from '../../api/models.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { modelWords as words } from '../../words/models.ts';
import { isShownAtField } from './is-shown-at-field.ts';
import { SourceChoice } from './source-choice.tsx';
import { changeOf, sourceOf } from './source-state.ts';
import { ToolChoice } from './tool-choice.tsx';
import styles from './models.module.css';

/** Changes the model of an agent: where it comes from, what it costs, how it behaves and what it may do. */
export function ChangeModelForm({ model, onDone }: { readonly model: AgentModel; readonly onDone: () => void }) {
  const { data: choices } = useModelChoices();
  const change = useChangeModel(model.agentId);
  const isListing = useIsListing();
  const [source, setSource] = useState(() => sourceOf(model));
  const [picked, setPicked] = useState(model.tools);
  const [instructions, setInstructions] = useState(model.instructions ?? '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = changeOf(model, source, { instructions, tools: picked });
    if (Object.keys(body).length === 0) return onDone();
    change.mutate(body, { onSuccess: onDone });
  }

  return (
    <form className={layout.form} onSubmit={submit}>
      <SourceChoice
        offers={choices?.offers ?? []}
        fields={source}
        failure={change.error}
        hasKey={model.hasKey}
        onChange={(changed) => setSource((before) => ({ ...before, ...changed }))}
      />
      <TextAreaField
        label={words.instructions}
        hint={words.instructionsHint}
        maxLength={20_000}
        value={instructions}
        error={errorAt(change.error, '/instructions')}
        onChange={({ target }) => setInstructions(target.value)}
      />
      <ToolChoice tools={withNamed(choices?.tools ?? [], model.tools)} picked={picked} onChange={setPicked} />
      {picked.some((name) => !model.tools.includes(name)) && <p className={styles.hint}>{words.newTools}</p>}
      {change.error && !isShownAtField(change.error) && <ErrorNotice error={change.error} />}
      <Actions>
        <Button onClick={onDone}>{words.cancel}</Button>
        <Button look="primary" type="submit" busy={change.isPending || isListing}>
          {words.save}
        </Button>
      </Actions>
    </form>
  );
}

/** Adds the tools that the model has and the list lacks: those of tool servers, and those that the operator took away. */
function withNamed(listed: readonly ModelTool[], names: readonly string[]): ModelTool[] {
  const known = new Set(listed.map(({ name }) => name));
  const others = names.filter((name) => !known.has(name));
  return [...listed, ...others.map((name) => ({ name, scope: '', description: '' }))];
}
