import { useState } from 'react';
import { useCreateToken } from '../../api/access.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { Notice } from '../../ui/notice.tsx';
import { accessWords as words } from '../../words/access.ts';
import styles from './you.module.css';

/** Creates an access token and shows its secret, which cannot be shown again. */
export function NewToken({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const create = useCreateToken();
  const nameError = errorAt(create.error, '/name');
  if (create.data) return <Made secret={create.data.token} name={create.data.item.name} onClose={onClose} />;
  return (
    <Dialog title={words.newToken} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name, ...(days !== 'never' && { expiresInDays: Number(days) }) });
        }}
      >
        <TextField
          label={words.tokenName}
          hint={words.tokenNameHint}
          required
          maxLength={80}
          value={name}
          error={nameError}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField label={words.expires} value={days} onChange={({ target }) => setDays(target.value)}>
          {Object.entries(words.expiries).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {create.error && !nameError && <ErrorNotice error={create.error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" busy={create.isPending}>
            {words.newToken}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface MadeProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

function Made({ name, secret, onClose }: MadeProps) {
  return (
    <Dialog title={name} onClose={onClose}>
      <Notice tone="warn">
        <strong>{words.shownOnce}</strong> {words.copyNow}
      </Notice>
      <code className={styles.secret}>{secret}</code>
      <Actions>
        <CopyButton text={secret} label={words.copyToken} />
        <Button look="primary" onClick={onClose}>
          {words.copied}
        </Button>
      </Actions>
    </Dialog>
  );
}
