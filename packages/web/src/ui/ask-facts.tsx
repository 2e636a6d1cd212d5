import { Fragment, useId, useState } from 'react';
import { readingWords as words } from '../words/reading.ts';
import styles from './ask-facts.module.css';
import { FactEditField } from './ask-fact-edit.tsx';
import type { FactEdit } from './ask-fact-edit.tsx';
import type { BoundFact } from './bound-facts.ts';
import { Spelled } from './spelled.tsx';
import { spellText } from './spelled-text.ts';

/** A row with a label. */
export interface AskFact {
  readonly label: string;
  readonly value: string;
  /** Whether the value is a word of the asker, and so looks like one among the rows of the platform too. */
  readonly isQuoted?: boolean;
}

/** One value that the decision covers, which can be changed or was changed. */
export interface ChangeableFact extends BoundFact {
  readonly edit?: FactEdit | undefined;
  /** The value as the asker proposed it, if the person changed it. */
  readonly was?: string | undefined;
}

interface FactsProps {
  /** The heading of the rows. */
  readonly title: string;
  readonly facts: readonly (AskFact | ChangeableFact)[];
  /** Whether the platform vouches for the facts; otherwise they are the asker's own words. */
  readonly isPlatform?: boolean;
}

/** Longer values are folded. */
const foldCharacters = 500;
const foldLines = 12;

/** Shows rows of a card that asks. The platform's rows look different from the asker's, so that one cannot be mistaken for the other. */
export function AskFacts({ title, facts, isPlatform = false }: FactsProps) {
  const titleId = useId();
  if (facts.length === 0) return null;
  return (
    <div role="group" aria-labelledby={titleId} className={isPlatform ? styles.platform : styles.asker}>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      <dl className={styles.facts}>
        {facts.map((fact, index) => (
          <Row key={index} fact={fact} />
        ))}
      </dl>
    </div>
  );
}

function Row({ fact }: { readonly fact: AskFact | ChangeableFact }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { value } = fact;
  const brief = isOpen ? value : briefOf(value);
  const isFolded = brief.length < value.length;
  const isText = !('isText' in fact) || fact.isText;
  const { edit, was } = 'pointer' in fact ? fact : {};
  // A field shows neither invisible characters nor all of a long text.
  const isHidden = edit !== undefined && !isFolded && spellText(value).every((part) => typeof part === 'string');
  return (
    <div className={styles.fact}>
      <dt id={id}>
        <Path path={'label' in fact ? [fact.label] : fact.path} />
      </dt>
      <dd dir="auto">
        {was !== undefined && (
          <>
            <s>
              <Spelled text={was} lines />
            </s>
            {words.became}
          </>
        )}
        {!isHidden &&
          (isText ? <Words text={brief} isQuoted={'isQuoted' in fact && fact.isQuoted} /> : <Json text={brief} />)}
        {isFolded && '…'}
        {edit && <FactEditField {...edit} labelledBy={id} id={id} />}
        {isFolded ? (
          <button type="button" className={styles.fold} data-fold onClick={() => setOpen(true)}>
            {words.showAll([...value].length)}
          </button>
        ) : (
          <RowEnd />
        )}
      </dd>
    </div>
  );
}

/** Marks the end of a row, which is in a positioned element; the card counts as read once every end has been in view. */
export function RowEnd() {
  return <span className={styles.end} data-end aria-hidden />;
}

function Words({ text, isQuoted = false }: { readonly text: string; readonly isQuoted?: boolean | undefined }) {
  const spelled = <Spelled text={text} lines />;
  return isQuoted ? <q className={styles.quoted}>{spelled}</q> : spelled;
}

/** Shows a value that is no text: a number, a boolean, or a list, whose texts may hold hidden characters. */
function Json({ text }: { readonly text: string }) {
  return (
    <code>
      <Spelled text={text} />
    </code>
  );
}

function Path({ path }: { readonly path: readonly string[] }) {
  if (path.length === 0) return words.whole;
  return path.map((name, index) => (
    <Fragment key={index}>
      {index > 0 && <span className={styles.step}>{' › '}</span>}
      <bdi>
        <Spelled text={name} />
      </bdi>
    </Fragment>
  ));
}

/** Returns the beginning of a value that is long or has many lines; returns a short value unchanged. */
function briefOf(value: string): string {
  const start = value.split('\n', foldLines).join('\n').slice(0, foldCharacters);
  if (start.length === value.length) return value;
  // Never cuts a surrogate pair in half.
  return start.replace(/[\ud800-\udbff]$/u, '');
}
