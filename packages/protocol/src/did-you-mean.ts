import { closestName } from './closest-name.ts';

/** Returns a question that suggests the closest of the known names, or an empty text if none is close. */
export function didYouMean(written: unknown, names: readonly string[]): string {
  const meant = typeof written === 'string' ? closestName(written, names) : null;
  return meant === null ? '' : `Did you mean "${meant}"? `;
}
