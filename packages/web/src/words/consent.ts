const grant = (count: number, all: number) =>
  all === 1 ? 'Grant' : count === all ? `Grant all ${all}` : `Grant ${count}`;

/** What is said where an agent asks to be allowed something. */
export const consentWords = {
  anAgent: 'An agent',
  first: (name: string) => `Choose what ${name} may do`,
  more: (name: string) => `${name} asks for more`,
  wanted: (name: string, scopes: readonly string[]) => `${name} wanted ${scopes.join(', ')}`,
  purpose: (count: number) => (count === 1 ? 'for a permission' : `for ${count} permissions`),
  triedPurpose: 'to be allowed what it was just refused',
  remark: 'You can change it at any time.',
  grant,
  begin: (count: number, all: number) => `${grant(count, all)} and begin`,
  notNow: 'Not now',
  changed: (name: string, scopes: readonly string[]) =>
    `${name} has changed since you decided. It also asks for ${scopes.join(', ')}.`,
  review: 'Review',
  region: 'Asked for',
} as const;
