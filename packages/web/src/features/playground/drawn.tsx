import type { ReadBlock } from '@parley/protocol';
import { useMemo, useState } from 'react';
import { BlockActionsContext, type BlockActions } from '../../blocks/block-context.ts';
import { Blocks } from '../../blocks/blocks.tsx';
import { playgroundWords as words } from '../../words/playground.ts';
import styles from './playground.module.css';

/** Draws blocks as a room does. What is pressed or submitted is shown as the agent would get it. */
export function Drawn({ blocks, isLive }: { readonly blocks: readonly ReadBlock[]; readonly isLive: boolean }) {
  const [heard, setHeard] = useState<string | null>(null);
  const actions = useMemo<BlockActions>(
    () => ({
      choose: (_block, { text }) => setHeard(text),
      formStates: {},
      author: words.agent,
      isLive,
      submitForm: (_formId, values) => {
        setHeard(JSON.stringify(values, null, 2));
        return Promise.resolve();
      },
    }),
    [isLive],
  );
  return (
    <>
      <article className={styles.message} aria-label={words.agent}>
        <p className={styles.author}>{words.agent}</p>
        {blocks.length === 0 ? (
          <p className={styles.hint}>{words.nothing}</p>
        ) : (
          <BlockActionsContext value={actions}>
            <Blocks blocks={blocks} />
          </BlockActionsContext>
        )}
      </article>
      {heard !== null && (
        <section className={styles.heard} aria-label={words.heard} aria-live="polite">
          <p className={styles.hint}>{words.heard}</p>
          <pre className={styles.pre}>{heard}</pre>
        </section>
      )}
    </>
  );
}
