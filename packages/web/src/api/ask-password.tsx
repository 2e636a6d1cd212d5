import type { PasskeyAssertion } from '@parley/protocol';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorAt } from './error-at.ts';
import { ErrorNotice } from './error-notice.tsx';
import { isPasswordAsked } from './is-password-asked.ts';
import { useMe } from './session.ts';
import { useSignInMethods } from './sign-in-methods.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import layout from '../ui/form-layout.module.css';
import { askPasswordWords as words } from '../words/ask-password.ts';

interface FreshProof {
  readonly password?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

interface AskPasswordProps<Body> {
  /** The mutation that the server may refuse for want of a fresh session. */
  readonly attempt: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly variables: Body | undefined;
    readonly mutate: (body: Body) => void;
    readonly reset: () => void;
  };
}

/** Asks for the password or a passkey where a change needs a fresh session, and makes the same change again with it. */
export function AskPassword<Body extends FreshProof>({ attempt }: AskPasswordProps<Body>) {
  const { variables, mutate, reset } = attempt;
  if (!variables || !isPasswordAsked(attempt)) return null;
  return (
    <PasswordDialog
      error={errorAt(attempt.error, '/password', 'password_wrong')}
      isBusy={attempt.isPending}
      onEnter={(proof) => mutate({ ...variables, password: undefined, passkey: undefined, ...proof })}
      onClose={reset}
    />
  );
}

interface PasswordDialogProps {
  readonly error: string | null;
  readonly isBusy: boolean;
  readonly onEnter: (proof: FreshProof) => void;
  readonly onClose: () => void;
}

function PasswordDialog({ error, isBusy, onEnter, onClose }: PasswordDialogProps) {
  const me = useMe();
  const [password, setPassword] = useState('');
  const { data: methods = [] } = useSignInMethods();
  const hasPasskeys = methods.some(({ kind }) => kind === 'passkey') && 'PublicKeyCredential' in window;
  const sign = useMutation({
    mutationFn: async () => (await import('./passkey-ceremony.ts')).signWithPasskey(),
    onSuccess: (passkey) => onEnter({ passkey }),
  });
  return (
    <Dialog title={words.confirmTitle} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          onEnter({ password });
        }}
      >
        <p>{words.confirmText}</p>
        {/* Tells password managers the account. */}
        <input type="text" name="username" autoComplete="username" value={me.handle} readOnly hidden />
        <TextField
          label={words.password}
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          maxLength={1000}
          value={password}
          error={error}
          onChange={({ target }) => setPassword(target.value)}
        />
        {sign.error && <ErrorNotice error={sign.error} />}
        <Actions>
          {hasPasskeys && (
            <Button busy={sign.isPending} onClick={() => sign.mutate()}>
              {words.usePasskey}
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" busy={isBusy}>
            {words.confirm}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
