function grant(chosen: readonly string[], all: number): string {
  const [only] = chosen;
  if (chosen.length === 1 && only !== undefined) return all === 1 ? 'Grant' : `Grant ${only}`;
  return chosen.length === all ? `Grant all ${all}` : `Grant ${chosen.length}`;
}

/** Texts of an agent's request for scopes. */
export const consentWords = {
  anAgent: 'An agent',
  first: (name: string) => `Choose what ${name} may do`,
  more: (name: string) => `${name} asks for more`,
  wanted: (name: string, scopes: readonly string[]) => `${name} wanted ${scopes.join(', ')}`,
  purpose: (count: number) => (count === 1 ? 'for a permission' : `for ${count} permissions`),
  triedPurpose: 'to be allowed what it was just refused',
  remark: 'You can change it at any time.',
  grant,
  begin: (chosen: readonly string[], all: number) => `${grant(chosen, all)} and begin`,
  notNow: 'Not now',
  scope: 'Scope',
  why: 'Why',
  changed: (name: string, scopes: readonly string[]) =>
    `${name} has changed since you decided. It also asks for ${scopes.join(', ')}.`,
  review: 'Review',
  region: 'Asked for',
} as const;
