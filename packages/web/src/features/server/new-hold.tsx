import { useState } from 'react';
import { usePlaceHold } from '../../api/admin/retention.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { holdWords as words } from '../../words/retention.ts';
import { serverWords } from '../../words/server.ts';

/** Places a legal hold. */
export function NewHold({ onClose }: { readonly onClose: () => void }) {
  const [targetId, setTarget] = useState('');
  const [reason, setReason] = useState('');
  const place = usePlaceHold(onClose);
  return (
    <>
      <Dialog title={words.place} onClose={onClose}>
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            place.mutate({ targetId: targetId.trim(), reason });
          }}
        >
          <TextField
            label={words.target}
            hint={words.targetHint}
            required
            maxLength={40}
            value={targetId}
            onChange={({ target }) => setTarget(target.value)}
          />
          <TextAreaField
            label={words.reason}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {place.error && !isPasswordAsked(place) && <ErrorNotice error={place.error} />}
          <Actions>
            <Button look="quiet" onClick={onClose}>
              {serverWords.cancel}
            </Button>
            <Button look="primary" type="submit" busy={place.isPending}>
              {words.place}
            </Button>
          </Actions>
        </form>
      </Dialog>
      <AskPassword attempt={place} />
    </>
  );
}
