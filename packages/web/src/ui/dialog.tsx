import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { dialogWords } from '../words/dialogs.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Shows the title only to screen readers, if the content needs none. */
  readonly bare?: boolean;
  /** Fills nearly the whole window, for pictures. */
  readonly isWide?: boolean;
  /** Opens at the side, or from below on a narrow screen. */
  readonly isSheet?: boolean;
}

/**
 * A modal dialog, shown as long as it is mounted. The browser's own `<dialog>` holds the focus inside, closes on Escape and
 * makes the rest inert; a press on the backdrop closes it too.
 */
export function Dialog({ title, onClose, children, bare = false, isWide = false, isSheet = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const [before] = useState(() => document.activeElement);

  // A layout effect, so that its cleanup runs before the dialog and its focus leave the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // `showModal` moves the focus, so this restores the focus of an element in the dialog that has it already.
    const asked = element.contains(document.activeElement) ? document.activeElement : firstField(element);
    element.showModal();
    if (asked instanceof HTMLElement) asked.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [before]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, isWide && styles.wide, isSheet && styles.side)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.sheet}>
        <header className={bare ? styles.hiddenHead : styles.head}>
          <h2 id={titleId}>{title}</h2>
          {!bare && (
            <IconButton label={dialogWords.close} onClick={onClose}>
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </header>
        <div data-body className={styles.body}>
          {children}
        </div>
      </div>
    </dialog>
  );
}

/** Returns the first field in the dialog, or else its first button or link, except the close button. */
function firstField(dialog: HTMLElement): Element | null {
  const enabled = ':not(:disabled):not([type="hidden"])';
  const fields = ['input', 'textarea', 'select'].map((name) => `[data-body] ${name}${enabled}`).join(', ');
  return dialog.querySelector(fields) ?? dialog.querySelector(`[data-body] button${enabled}, [data-body] a[href]`);
}

/** The row of actions at the end of a dialog or a form. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
