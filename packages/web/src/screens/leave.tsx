import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Leads away from where the reader may not be, once; `toOf` gets the address of the moment as a path of this app. */
export function Leave({ toOf }: { readonly toOf: (href: string) => string }) {
  const router = useRouter();
  const to = useRef(toOf);

  useEffect(() => {
    // The router's own redirecting element goes again at each rendering, and going is what makes it render.
    void router.navigate({ href: to.current(router.state.location.href), replace: true });
  }, [router]);

  return null;
}
