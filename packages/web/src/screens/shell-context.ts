import { createContext, use } from 'react';

export type ShellDialog = 'new' | 'switcher' | 'task';

/** Opens one of the dialogs that belong to no screen. */
export const ShellContext = createContext<(dialog: ShellDialog) => void>(() => undefined);

export function useShellDialog(): (dialog: ShellDialog) => void {
  return use(ShellContext);
}
