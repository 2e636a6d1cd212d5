import type { MadeInvitation } from '@parley/protocol';
import { useState } from 'react';
import { useInvite } from '../../api/admin/invitations.ts';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { Notice } from '../../ui/notice.tsx';
import { invitationWords as words, serverWords } from '../../words/server.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import styles from './server.module.css';

type Role = keyof typeof serverWords.roles;

const roles = Object.entries(serverWords.roles) as [Role, string][];
const validDays = [1, 3, 7, 14, 30];

/** Invites a person and shows the link, which cannot be shown again. */
export function NewInvitation({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [days, setDays] = useState(7);
  const invite = useInvite();
  const emailError = errorAt(invite.error, '/email');
  if (invite.data) return <Made made={invite.data} onClose={onClose} />;
  return (
    <>
      <Dialog title={words.make} onClose={onClose}>
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            // A role needs a fresh session, so it is sent only where it is more than everybody's.
            invite.mutate({ ...(email && { email }), ...(role === 'admin' && { role }), expiresInDays: days });
          }}
        >
          <TextField
            type="email"
            label={words.email}
            hint={words.emailHint}
            maxLength={254}
            autoComplete="off"
            value={email}
            error={emailError}
            onChange={({ target }) => setEmail(target.value)}
          />
          <SelectField label={words.role} value={role} onChange={({ target }) => setRole(target.value as Role)}>
            {roles.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label={words.days} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {validDays.map((value) => (
              <option key={value} value={value}>
                {words.daysOf(value)}
              </option>
            ))}
          </SelectField>
          {invite.error && !emailError && !isPasswordAsked(invite) && <ErrorNotice error={invite.error} />}
          <Actions>
            <Button look="quiet" onClick={onClose}>
              {serverWords.cancel}
            </Button>
            <Button look="primary" type="submit" busy={invite.isPending}>
              {words.make}
            </Button>
          </Actions>
        </form>
      </Dialog>
      <AskPassword attempt={invite} />
    </>
  );
}

interface MadeProps {
  readonly made: MadeInvitation;
  readonly onClose: () => void;
}

function Made({ made: { item, url, mailed }, onClose }: MadeProps) {
  return (
    <Dialog title={words.made} onClose={onClose}>
      <Notice tone="warn">
        <strong>{words.shownOnce}</strong> {words.copyNow}
      </Notice>
      <code className={styles.link}>{url}</code>
      {mailed && item.email !== null && <p>{words.mailed(item.email)}</p>}
      <Actions>
        <CopyButton text={url} label={words.copyLink} />
        <Button look="primary" onClick={onClose}>
          {words.copied}
        </Button>
      </Actions>
    </Dialog>
  );
}
