import { createContext, use } from 'react';

export type ShellDialog = 'new' | 'switcher' | 'task';

/** Opens a dialog that belongs to no screen. */
export const ShellContext = createContext<(dialog: ShellDialog) => void>(() => undefined);

export function useShellDialog(): (dialog: ShellDialog) => void {
  return use(ShellContext);
}
