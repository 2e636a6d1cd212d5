import { useEffect, useRef } from 'react';
import { useNavigate } from '../navigation/use-navigate.ts';

/**
 * Redirects once, from a page that the user may not see. `toOf` receives the current address and returns a path of this app.
 */
export function Leave({ toOf }: { readonly toOf: (href: string) => string }) {
  const navigate = useNavigate();
  const to = useRef(toOf);

  useEffect(() => {
    const { pathname, search, hash } = window.location;
    navigate(to.current(pathname + search + hash), { replace: true });
  }, [navigate]);

  return null;
}
