import { useEffect, useRef } from 'react';
import { useNavigate } from '../navigation/use-navigate.ts';

/** Leads away from where the reader may not be, once; `toOf` gets the address of the moment as a path of this app. */
export function Leave({ toOf }: { readonly toOf: (href: string) => string }) {
  const navigate = useNavigate();
  const to = useRef(toOf);

  useEffect(() => {
    const { pathname, search, hash } = window.location;
    navigate(to.current(pathname + search + hash), { replace: true });
  }, [navigate]);

  return null;
}
