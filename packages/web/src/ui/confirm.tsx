import { useState } from 'react';
import type { ReactNode } from 'react';
import { dialogWords as words } from '../words/dialogs.ts';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface ConfirmProps {
  readonly title: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** The consequences of the action. */
  readonly children: ReactNode;
}

/**
 * Asks for confirmation before an action that cannot be undone. Closes when the action succeeds; after a failure it stays open
 * and shows the reason.
 */
export function Confirm({ title, action, onConfirm, onClose, children }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : words.failed);
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Actions>
        <Button look="quiet" autoFocus onClick={onClose}>
          {words.cancel}
        </Button>
        <Button look="danger" busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
