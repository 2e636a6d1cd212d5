import type { ReactNode } from 'react';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { signInWords as words } from '../../words/sign-in.ts';

/** Shows the form for a password; folded where only administrators sign in by one. */
export function PasswordEntry({ children }: { readonly children: ReactNode }) {
  const { data: methods } = useSignInMethods();
  if (methods === undefined || methods.some(({ kind }) => kind === 'password')) return children;
  return (
    <details>
      <summary>{words.forAdministrators}</summary>
      {children}
    </details>
  );
}
