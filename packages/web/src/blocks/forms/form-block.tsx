import type { ReadBlock } from '@parley/protocol';
import { Check, ClipboardList } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { RequestError } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { spelled } from '../../ui/spelled-text.ts';
import { formWords } from '../../words/forms.ts';
import { useBlockActions } from '../block-context.ts';
import { Aside, Frame } from '../frame.tsx';
import styles from './form-block.module.css';
import { FormFieldInput } from './form-field.tsx';
import { fieldAt, readValues } from './form-values.ts';
import type { FormFaults, FormField } from './form-values.ts';
import { forgetTyped, keepSent, keepTyped, sentFrom, typedInto } from './typed-answers.ts';
import type { FormKey } from './typed-answers.ts';

/**
 * Renders a form, which can be answered once. Answers given on this page stay visible; the server sends the answers only to the
 * agent.
 */
export function FormBlock({ block }: { readonly block: ReadBlock<'form'> }) {
  const { formStates, messageId = '' } = useBlockActions();
  const key: FormKey = `${messageId} ${block.form_id}`;
  const [sendings, setSent] = useState(0);
  const sent = sentFrom(key);
  const isAnswered = sent !== null || (formStates[block.form_id]?.answered ?? false);
  // It may have been answered on another device.
  useEffect(() => {
    if (isAnswered) forgetTyped(key);
  }, [isAnswered, key]);
  return (
    <Frame kind={formWords.kind} icon={<ClipboardList size={14} aria-hidden />} isWide>
      {isAnswered ? (
        <Answered fields={block.fields} sent={sent} takesFocus={sendings > 0} />
      ) : (
        <OpenForm block={block} formKey={key} onSent={() => setSent((count) => count + 1)} />
      )}
    </Frame>
  );
}

interface OpenFormProps {
  readonly block: ReadBlock<'form'>;
  readonly formKey: FormKey;
  readonly onSent: () => void;
}

const noFaults: FormFaults = new Map();

function OpenForm({ block, formKey, onSent }: OpenFormProps) {
  const { submitForm = null, isLive = false } = useBlockActions();
  const form = useRef<HTMLFormElement>(null);
  const [typed] = useState(() => typedInto(formKey));
  const [faults, setFaults] = useState(noFaults);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isReadOnly = submitForm === null;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!submitForm || isSending || !form.current) return;
    const answers = answersIn(form.current);
    const read = readValues(block.fields, answers);
    if ('faults' in read) return refuse(read.faults, null);
    setSending(true);
    setFaults(noFaults);
    setFailure(null);
    try {
      await submitForm(block.form_id, read.values);
      keepSent(formKey, answers);
      onSent();
    } catch (error) {
      const at = error instanceof RequestError ? fieldAt(block.fields, error.path) : null;
      const words = wordsOfFailure(error);
      refuse(at === null ? noFaults : new Map([[at, words]]), at === null ? words : null);
    } finally {
      setSending(false);
    }
  }

  function refuse(found: FormFaults, words: string | null): void {
    setFaults(found);
    setFailure(words);
    const first = block.fields.find(({ name }) => found.has(name));
    const input = first && form.current?.elements.namedItem(first.name);
    if (input instanceof HTMLElement) input.focus();
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-busy={isSending || undefined}
      onSubmit={(event) => void submit(event)}
      onInput={(event) => keepTyped(formKey, answersIn(event.currentTarget))}
    >
      {block.fields.map((field) => (
        <FormFieldInput
          key={field.name}
          field={field}
          typed={typed.get(field.name) ?? ''}
          error={faults.get(field.name)}
          isReadOnly={isReadOnly}
        />
      ))}
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <div className={styles.foot}>
        <Button type="submit" look="primary" busy={isSending} disabled={isReadOnly}>
          {isSending ? formWords.sending : spelled(block.submit_label ?? '') || formWords.send}
        </Button>
        <Aside>{isReadOnly ? readOnlyWords(isLive) : formWords.once}</Aside>
      </div>
    </form>
  );
}

interface AnsweredProps {
  readonly fields: readonly FormField[];
  readonly sent: ReadonlyMap<string, string> | null;
  /** Whether the form had the focus when it was replaced, so that this takes the focus. */
  readonly takesFocus: boolean;
}

function Answered({ fields, sent, takesFocus }: AnsweredProps) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <>
      <p ref={status} className={styles.answered} role="status" tabIndex={-1}>
        <Check size={16} aria-hidden /> {formWords.answered}
      </p>
      <dl className={styles.answers}>
        {fields.map((field) => (
          <div key={field.name}>
            <dt dir="auto">{spelled(field.label)}</dt>
            {sent && <dd dir="auto">{answerOf(field, sent.get(field.name) ?? '')}</dd>}
          </div>
        ))}
      </dl>
    </>
  );
}

function answerOf({ options }: FormField, text: string): string {
  return options?.find(({ payload }) => payload === text)?.label ?? (text.trim() === '' ? '–' : text);
}

function answersIn(form: HTMLFormElement): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') answers.set(name, value);
  // A number input with invalid text reports an empty value.
  for (const input of form.querySelectorAll('input'))
    if (input.validity?.badInput) answers.set(input.name, 'no number');
  return answers;
}

function wordsOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return formWords.failed;
  const hint = error instanceof RequestError ? error.hint : null;
  return [error.message, hint].filter(Boolean).join(' ');
}

const readOnlyWords = (isLive: boolean) => (isLive ? formWords.notYet : formWords.notHere);
