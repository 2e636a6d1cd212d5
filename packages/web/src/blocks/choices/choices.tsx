import { Check } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { blockWords as words } from '../../words/blocks.ts';
import { useBlockActions } from '../block-context.ts';
import styles from './choice-blocks.module.css';

interface ChoicesProps {
  readonly choices: readonly { readonly label: string; readonly payload: string }[];
  readonly label: string;
  /** Whether it is the one thing that its place is for. */
  readonly isMain?: boolean;
}

/** Buttons whose payload goes out as an ordinary message of the reader. The one that was pressed looks pressed from then on. */
export function Choices({ choices, label, isMain = false }: ChoicesProps) {
  const { say, said = null } = useBlockActions();
  return (
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map((choice, index) => {
        const isPressed = said === choice.payload;
        return (
          <button
            key={index}
            type="button"
            className={classNames(styles.choice, isMain && styles.main, isPressed && styles.pressed)}
            disabled={say === null}
            title={choice.payload === choice.label ? undefined : words.sends(choice.payload)}
            // The second half of a double click is no second choice.
            onClick={(event) => event.detail < 2 && say?.(choice.payload)}
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
