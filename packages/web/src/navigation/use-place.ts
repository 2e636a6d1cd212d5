import { useLocation, useSearch } from 'wouter';

export interface Place {
  readonly pathname: string;
  readonly search: URLSearchParams;
}

/** Returns the current path and query of the app. */
export function usePlace(): Place {
  const [pathname] = useLocation();
  return { pathname, search: new URLSearchParams(useSearch()) };
}
