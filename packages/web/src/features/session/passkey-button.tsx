import { ErrorNotice } from '../../api/error-notice.tsx';
import { usePasskeySignIn } from '../../api/passkey-sign-in.ts';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { Button } from '../../ui/button.tsx';
import { signInWords as words } from '../../words/sign-in.ts';
import styles from './session-form.module.css';

/** Signs in by a passkey. Shows nothing where the server or the browser has none. */
export function PasskeyButton() {
  const { data: methods = [] } = useSignInMethods();
  const signIn = usePasskeySignIn();
  if (!methods.some(({ kind }) => kind === 'passkey') || !('PublicKeyCredential' in window)) return null;
  return (
    <div className={styles.providers}>
      <Button className={styles.provider} busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {words.withPasskey}
      </Button>
      {signIn.error && <ErrorNotice error={signIn.error} />}
    </div>
  );
}
