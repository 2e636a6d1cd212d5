import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { passkeyWords as words } from '../../words/passkeys.ts';
import { deviceName } from './device-name.ts';

interface NewPasskeyProps {
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new passkey. */
export function NewPasskey({ onName, onClose }: NewPasskeyProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          onName(name);
        }}
      >
        <p>{words.addText}</p>
        <TextField
          label={words.name}
          hint={words.nameHint}
          required
          autoFocus
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit">
            {words.add}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
