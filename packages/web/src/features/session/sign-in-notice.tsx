import { linkingProvider, useSignInMethods } from '../../api/sign-in-methods.ts';
import { Notice } from '../../ui/notice.tsx';
import { signInWords as words } from '../../words/sign-in.ts';

/** Says why a sign-in by a provider did not come to an end: it failed, or an account here has to be signed in to first. */
export function SignInNotice({ code }: { readonly code: string | null }) {
  const { data: methods = [] } = useSignInMethods();
  if (code !== null) {
    const isKnown = Object.hasOwn(words.errors, code);
    return (
      <Notice tone="danger">{words.errors[isKnown ? (code as keyof typeof words.errors) : 'provider_error']}</Notice>
    );
  }
  const linking = linkingProvider();
  const name = methods.find(({ id }) => id === linking)?.name;
  return name === undefined ? null : <Notice tone="info">{words.linking(name)}</Notice>;
}
