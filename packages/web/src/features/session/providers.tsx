import { startAt, useSignInMethods } from '../../api/sign-in-methods.ts';
import button from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { signInWords as words } from '../../words/sign-in.ts';
import styles from './session-form.module.css';

interface ProvidersProps {
  /** The address to open after sign-in. */
  readonly next: string;
  readonly invitation?: string | null;
}

/** Offers the providers by which people sign in. Shows nothing on a server without any. */
export function Providers({ next, invitation = null }: ProvidersProps) {
  const { data: methods = [] } = useSignInMethods();
  const providers = methods.filter(({ kind }) => kind === 'oidc');
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {providers.map((method) => (
        <a
          key={method.id}
          className={classNames(button.button, styles.provider)}
          href={startAt(method, next, invitation)}
        >
          {words.continueWith(method.name)}
        </a>
      ))}
    </div>
  );
}
