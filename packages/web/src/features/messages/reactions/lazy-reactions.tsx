import type { Message } from '@parley/protocol';
import { lazy, Suspense } from 'react';
import { Part } from '../../../ui/part.tsx';
import { pickReaction, usePicked } from './picked.ts';
import styles from './lazy-reactions.module.css';

const Reactions = lazy(async () => ({ default: (await import('./reactions.tsx')).Reactions }));
const Picker = lazy(async () => ({ default: (await import('./reaction-picker.tsx')).ReactionPicker }));

/** Shows the reactions to a message. Most messages have none, so the code loads with the first; its space is reserved until then. */
export function LazyReactions({ message }: { readonly message: Message }) {
  if (message.reactions.length === 0 || message.partial) return null;
  return (
    <Part onFail={() => undefined}>
      <Suspense fallback={<div className={styles.place} />}>
        <Reactions message={message} />
      </Suspense>
    </Part>
  );
}

/** Shows the picker of emoji while a message is picked. */
export function LazyReactionPicker() {
  const picked = usePicked();
  return (
    picked && (
      <Part onFail={() => pickReaction(null)}>
        <Suspense>
          <Picker message={picked} />
        </Suspense>
      </Part>
    )
  );
}
