import type { Message } from '@parley/protocol';
import { SmilePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { reactionWords as words } from '../../../words/reactions.ts';
import { emojiName } from './emoji-names.ts';
import { pickReaction } from './picked.ts';
import styles from './reactions.module.css';
import { useHeldChip } from './use-held-chip.ts';
import { useReact } from './use-react.ts';
import { WhoReacted } from './who-reacted.tsx';

/** Shows the reactions to a message. Pressing one adds the user's own or takes it back; hover, focus and a long press show who reacted. */
export function Reactions({ message }: { readonly message: Message }) {
  const react = useReact(message);
  const tipId = useId();
  const [asked, ask] = useState<string | null>(null);
  const held = useHeldChip(ask);
  const isShown = asked !== null && message.reactions.some(({ emoji }) => emoji === asked);
  return (
    <div
      className={styles.reactions}
      role="group"
      aria-label={words.list}
      onKeyDown={(event) => {
        if (event.key === 'Escape') ask(null);
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') ask(null);
      }}
    >
      {message.reactions.map(({ emoji, count, mine }) => (
        <button
          key={emoji}
          type="button"
          className={styles.chip}
          aria-pressed={mine}
          aria-label={words.chip(emojiName(emoji), count, mine)}
          aria-describedby={asked === emoji ? tipId : undefined}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse') ask(emoji);
          }}
          onFocus={({ currentTarget }) => {
            if (currentTarget.matches(':focus-visible')) ask(emoji);
          }}
          onBlur={() => ask(null)}
          {...held(emoji, () => react(emoji, !mine))}
        >
          <span className={styles.emoji}>{emoji}</span> {count}
        </button>
      ))}
      <IconButton label={words.react} className={styles.add} onClick={() => pickReaction(message)}>
        <SmilePlus size={16} aria-hidden />
      </IconButton>
      {isShown && <WhoReacted id={tipId} message={message} emoji={asked} />}
    </div>
  );
}
