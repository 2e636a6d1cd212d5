import { useLocation } from 'wouter';

export interface NavigateOptions {
  /** Whether the address of now is forgotten, so that going back passes it by. */
  readonly replace?: boolean;
}

/** Leads to an address of this app. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  return useLocation()[1];
}
