import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Leaves the title to screen readers where the content speaks for itself. */
  readonly bare?: boolean;
  /** Takes nearly all of the window, for what is looked at. */
  readonly isWide?: boolean;
}

/**
 * A modal dialog, shown as long as it is mounted. The browser's own `<dialog>` holds the focus inside, closes on Escape and
 * makes the rest inert; a press on the backdrop closes it too.
 */
export function Dialog({ title, onClose, children, bare = false, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, isWide && styles.wide)}
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
            <IconButton label="Close" onClick={onClose}>
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The row of actions that ends a dialog or a form. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
