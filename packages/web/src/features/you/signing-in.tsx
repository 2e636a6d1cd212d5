import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { startAt, useLinkIdentity, useSignInMethods } from '../../api/sign-in-methods.ts';
import { paths } from '../../navigation/paths.ts';
import { usePlace } from '../../navigation/use-place.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { signInWords as words } from '../../words/sign-in.ts';
import { Identities } from './identities.tsx';
import { Passkeys } from './passkeys.tsx';
import { PendingIdentity } from './pending-identity.tsx';
import styles from './you.module.css';

/** Shows how the user signs in besides the password, and changes it. */
export function SigningIn() {
  const { search } = usePlace();
  const { data: methods = [], isSuccess } = useSignInMethods();
  const link = useLinkIdentity();
  const providers = methods.filter(({ kind }) => kind === 'oidc');
  const pending = search.get('identity');
  const code = search.get('error');
  const failure = code === null ? null : Object.hasOwn(words.errors, code) ? code : 'provider_error';
  return (
    <section className={styles.section} aria-labelledby="signing-in">
      <h2 id="signing-in">{words.title}</h2>
      <p className={styles.hint}>{words.hint}</p>
      {failure !== null && <Notice tone="danger">{words.errors[failure as keyof typeof words.errors]}</Notice>}
      {pending !== null && <PendingIdentity identityId={pending} methods={methods} />}
      {isSuccess && <Passkeys methods={methods} />}
      <h3>{words.accounts}</h3>
      <Identities methods={methods} />
      {providers.length === 0 && <p className={styles.hint}>{words.noProviders}</p>}
      <div className={styles.choices}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            busy={link.isPending && link.variables.providerId === id}
            onClick={() => link.mutate({ providerId: id })}
          >
            {words.link(name)}
          </Button>
        ))}
      </div>
      {link.error && !isPasswordAsked(link) && <ErrorNotice error={link.error} />}
      <AskPassword attempt={link} />
      {providers.length > 0 && (
        <>
          <p className={styles.hint}>{words.noPassword}</p>
          <ul>
            {providers.map((method) => (
              <li key={method.id}>
                <a href={startAt(method, paths.signingIn)}>{words.again(method.name)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
