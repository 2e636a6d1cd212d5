import type { SignInMethod } from '@parley/protocol';
import { useState } from 'react';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useAddPasskey, usePasskeys } from '../../api/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { passkeyWords as words } from '../../words/passkeys.ts';
import { NewPasskey } from './new-passkey.tsx';
import { PasskeyList } from './passkey-list.tsx';
import styles from './you.module.css';

/** Shows the user's passkeys, adds and removes them. */
export function Passkeys({ methods }: { readonly methods: readonly SignInMethod[] }) {
  const [isNaming, setNaming] = useState(false);
  const { data: passkeys = [], error, isSuccess } = usePasskeys();
  const add = useAddPasskey();
  const isOffered = methods.some(({ kind }) => kind === 'passkey');
  const name = (given: string) => {
    setNaming(false);
    add.mutate({ name: given });
  };
  return (
    <>
      <h3>{words.title}</h3>
      <p className={styles.hint}>{isOffered ? words.hint : words.notHere}</p>
      {error && <ErrorNotice error={error} />}
      {add.error && !isPasswordAsked(add) && <ErrorNotice error={add.error} />}
      {isOffered && isSuccess && passkeys.length === 0 && <p>{words.none}</p>}
      <PasskeyList passkeys={passkeys} />
      {isOffered && (
        <div className={styles.choices}>
          <Button busy={add.isPending} onClick={() => setNaming(true)}>
            {words.add}
          </Button>
        </div>
      )}
      {isNaming && <NewPasskey onName={name} onClose={() => setNaming(false)} />}
      <AskPassword attempt={add} />
    </>
  );
}
