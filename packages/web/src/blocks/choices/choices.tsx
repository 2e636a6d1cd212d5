import type { ReadBlock } from '@parley/protocol';
import { Check } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { blockWords as words } from '../../words/blocks.ts';
import { useBlockActions } from '../block-context.ts';
import styles from './choice-blocks.module.css';

interface ChoicesProps {
  /** The block with the choices. */
  readonly block: ReadBlock;
  readonly choices: readonly { readonly label: string; readonly payload: string }[];
  readonly label: string;
  /** Whether it is the main action of its block. */
  readonly isMain?: boolean;
}

/** Shows buttons that send their payload as a message of the user. The chosen button looks pressed afterwards. */
export function Choices({ block, choices, label, isMain = false }: ChoicesProps) {
  const { choose, chosen } = useBlockActions();
  const pressed = chosen?.(block) ?? null;
  return (
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map((choice, index) => {
        const isPressed = pressed === choice.label;
        return (
          <button
            key={index}
            type="button"
            className={classNames(styles.choice, isMain && styles.main, isPressed && styles.pressed)}
            disabled={choose === null}
            title={choice.payload === choice.label ? undefined : words.sends(choice.payload)}
            // A block accepts one choice; the second click of a double click is ignored.
            onClick={(event) => {
              if (event.detail > 1 || pressed !== null) return;
              choose?.(block, { text: choice.payload, label: choice.label, isPurchase: isMain });
            }}
          >
            {isPressed && <Check size={14} aria-hidden />}
            <bdi>{choice.label}</bdi>
            {isPressed && <Hidden> {words.chosen}</Hidden>}
          </button>
        );
      })}
    </div>
  );
}
