import { useState } from 'react';
import type { ReactNode } from 'react';
import { dialogWords as words } from '../words/dialogs.ts';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface ConfirmProps {
  readonly title: string;
  /** What the confirming button says. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone. It closes when that is done, and stays with the reason when it is not. */
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
