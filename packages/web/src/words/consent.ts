import { catalogue } from './catalogue.ts';

function grant(chosen: number, all: number): string {
  if (all === 1) return 'Grant';
  return chosen === all ? `Grant all ${all}` : `Grant ${chosen} of ${all}`;
}

/** Texts of an agent's request for scopes. */
export const consentWords = catalogue('consentWords', {
  anAgent: 'An agent',
  more: (name: string) => `${name} asks for more`,
  wanted: (name: string, scopes: readonly string[]) => `${name} needs your permission: ${scopes.join(', ')}`,
  purpose: (count: number) => (count === 1 ? 'for a permission' : `for ${count} permissions`),
  triedPurpose: 'to be allowed what it was just refused',
  remark: 'You can change it at any time.',
  grant,
  notNow: 'Not now',
  scope: 'Scope',
  title: 'What it calls it',
  why: 'Why',
  changed: (name: string, scopes: readonly string[]) =>
    `${name} has changed since you decided. It also asks for: ${scopes.join(', ')}.`,
  review: 'Review',
  region: 'Asked for',
});
