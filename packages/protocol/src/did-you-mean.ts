import { closestName } from './closest-name.ts';

/** Asks back where a name is near one of those there are; an empty text where none is. */
export function didYouMean(written: unknown, names: readonly string[]): string {
  const meant = typeof written === 'string' ? closestName(written, names) : null;
  return meant === null ? '' : `Did you mean "${meant}"? `;
}
