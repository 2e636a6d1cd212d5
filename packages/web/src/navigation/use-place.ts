import { useLocation, useSearch } from 'wouter';

export interface Place {
  readonly pathname: string;
  readonly search: URLSearchParams;
}

/** Where the reader is. */
export function usePlace(): Place {
  const [pathname] = useLocation();
  return { pathname, search: new URLSearchParams(useSearch()) };
}
