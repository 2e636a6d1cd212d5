import type { ModelOffer, ModelTool } from '@parley/protocol';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { AddModel } from '../../api/models.ts';
import { useIsListing } from '../../api/models.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { modelWords as words } from '../../words/models.ts';
import { isShownAtField } from './is-shown-at-field.ts';
import { SourceChoice } from './source-choice.tsx';
import { firstSource, sourceBody } from './source-state.ts';
import { ToolChoice } from './tool-choice.tsx';
import styles from './models.module.css';

export interface AddModelFormProps {
  readonly offers: readonly ModelOffer[];
  readonly tools: readonly ModelTool[];
  readonly failure: unknown;
  readonly isSending: boolean;
  readonly onSubmit: (body: AddModel) => void;
}

/** Makes a model an agent: which one, what it is called, and what it may do. */
export function AddModelForm({ offers, tools, failure, isSending, onSubmit }: AddModelFormProps) {
  const isListing = useIsListing();
  const [source, setSource] = useState(() => firstSource(offers));
  const [name, setName] = useState('');
  const [instructions, setInstructions] = useState('');
  const [picked, setPicked] = useState<readonly string[]>([]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit({
      name: name.trim(),
      ...sourceBody(source),
      ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
      tools: [...picked],
    });
  }

  return (
    <form className={layout.form} onSubmit={submit}>
      <SourceChoice
        offers={offers}
        fields={source}
        failure={failure}
        onChange={(change) => setSource((before) => ({ ...before, ...change }))}
      />
      <TextField
        label={words.name}
        hint={words.nameHint}
        required
        maxLength={80}
        value={name}
        error={errorAt(failure, '/name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextAreaField
        label={words.instructions}
        hint={words.instructionsHint}
        maxLength={20_000}
        value={instructions}
        error={errorAt(failure, '/instructions')}
        onChange={({ target }) => setInstructions(target.value)}
      />
      <ToolChoice tools={tools} picked={picked} onChange={setPicked} />
      <p className={styles.hint}>{words.consent}</p>
      {failure !== null && !isShownAtField(failure) && <ErrorNotice error={failure} />}
      <Actions>
        <Button look="primary" type="submit" busy={isSending || isListing}>
          {words.submit}
        </Button>
      </Actions>
    </form>
  );
}
