import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { playgroundWords as words } from '../../words/playground.ts';
import { asPython, asTypeScript } from './as-code.ts';
import { asMessage } from './as-message.ts';
import { Drawn } from './drawn.tsx';
import { validateText, type Verdict } from './validate-text.ts';
import styles from './playground.module.css';
import { Problems } from './problems.tsx';
import { linkTo } from './start-text.ts';

export interface PlaygroundProps {
  readonly start: string;
  /** Sends the JSON to the room beside the editor; null without a room. */
  readonly onSend: ((text: string) => void) | null;
}

/** An editor for blocks: their JSON, what the server would say of it, and the blocks as people see them. */
export function Playground({ start, onSend }: PlaygroundProps) {
  const [text, setText] = useState(start);
  const [shown, setShown] = useState<Verdict['blocks']>(() => validateText(start).blocks);
  const { blocks, problems, isDraft } = validateText(text);
  const drawn = blocks ?? shown ?? [];

  function write(written: string): void {
    setText(written);
    // While a text is no JSON, what was drawn last stays.
    const next = validateText(written).blocks;
    if (next !== null) setShown(next);
  }

  return (
    <div className={styles.editing}>
      <div className={styles.panes}>
        <div className={styles.pane}>
          <TextAreaField
            label={words.blocks}
            hint={words.hint}
            className={styles.editor}
            value={text}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <div className={styles.copies}>
            {onSend && (
              <Button look="primary" disabled={text.trim() === ''} onClick={() => onSend(asMessage(text))}>
                {words.send}
              </Button>
            )}
            <CopyButton text={() => asTypeScript(drawn)} label={words.copyAs(words.typescript)}>
              {words.typescript}
            </CopyButton>
            <CopyButton text={() => asPython(drawn)} label={words.copyAs(words.python)}>
              {words.python}
            </CopyButton>
            <CopyButton text={() => linkTo(text)} label={words.copyLink}>
              {words.copyLink}
            </CopyButton>
          </div>
          <Problems problems={problems} count={drawn.length} />
        </div>
        <section className={styles.pane} aria-labelledby="drawn">
          <h2 id="drawn" className={styles.heading}>
            {words.drawn}
          </h2>
          <Drawn key={JSON.stringify(drawn)} blocks={drawn} isLive={isDraft} />
        </section>
      </div>
    </div>
  );
}
