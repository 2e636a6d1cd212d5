/** Whether the environment asks for the debug log: PARLEY_DEBUG is set, and not to 0 or false. A runtime without one has no wishes. */
export function isDebugging(): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Record<string, string | undefined> } };
  const wish = process?.env?.['PARLEY_DEBUG'] ?? '';
  return wish !== '' && wish !== '0' && wish !== 'false';
}
