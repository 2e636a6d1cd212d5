import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one action of a view, `quiet` has no frame, `danger` cannot be undone. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Shows that the action is running; the button keeps its place and ignores further presses. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with a text label. */
export function Button({ look = 'plain', busy = false, icon, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[look], className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled === true || busy}
    >
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The action of the button, for screen readers and as a tooltip. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={classNames(styles.icon, className)}>
      {children}
    </button>
  );
}
