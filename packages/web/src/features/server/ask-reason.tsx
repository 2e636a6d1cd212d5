import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { serverWords } from '../../words/server.ts';
import { serverAgentWords as words } from '../../words/server-agents.ts';

interface AskReasonProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onGive: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why an agent is suspended or rejected, which its owner reads. */
export function AskReason({ title, text, action, isBusy, onGive, onClose }: AskReasonProps) {
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          onGive(reason.trim());
        }}
      >
        <p>{text}</p>
        <TextAreaField
          label={words.reason}
          hint={words.reasonHint}
          required
          autoFocus
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {serverWords.cancel}
          </Button>
          <Button look="danger" type="submit" busy={isBusy} disabled={reason.trim() === ''}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
