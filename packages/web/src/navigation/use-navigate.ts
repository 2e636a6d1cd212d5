import { useLocation } from 'wouter';

export interface NavigateOptions {
  /** Whether to replace the current history entry, so that going back skips it. */
  readonly replace?: boolean;
}

/** Returns a function that navigates to an address of this app. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  return useLocation()[1];
}
