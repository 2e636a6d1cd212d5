import { confusables } from './confusables.ts';

/**
 * Names that look like the platform's own. They are compared by their skeleton (UTS 39), so that letters of another script, of another case
 * or with marks equal the Latin letters that they look like.
 */

const platformNames = ['parley', 'platform'];

const reservedHandles = [
  ...platformNames,
  ...['admin', 'administrator', 'system', 'support', 'security', 'staff', 'moderator', 'official', 'root', 'help'],
];

/** Returns whether a name looks like the platform's own: as a whole, or in one of its words. */
export function passesForPlatform(name: string): boolean {
  return isPlatformName(name) || wordsOf(name).some((word) => platformSkeletons.has(word));
}

/** Returns whether a name as a whole is the platform's own, ignoring punctuation and spaces. */
export function isPlatformName(name: string): boolean {
  return platformSkeletons.has(wordsOf(name).join(''));
}

/** Returns whether a handle is reserved for the platform, ignoring `-` and `_`. */
export function isReservedHandle(handle: string): boolean {
  return handleSkeletons.has(skeletonOf(handle).replaceAll(/[-_]/g, ''));
}

const lookalikes = new Map(
  Object.entries(confusables).flatMap(([latin, characters]) => [...characters].map((character) => [character, latin])),
);

const platformSkeletons = new Set(platformNames.map(skeletonOf));
const handleSkeletons = new Set(reservedHandles.map(skeletonOf));

function wordsOf(name: string): string[] {
  return skeletonOf(name).split(/[^\p{L}\p{N}]+/u);
}

/** Capitals look like other letters than small ones do, so the letters are mapped both before and after lower-casing. */
function skeletonOf(text: string): string {
  const folded = latin(text.normalize('NFD')).normalize('NFKD').toLowerCase();
  return latin(folded)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu, '');
}

function latin(text: string): string {
  return Array.from(text, (character) => lookalikes.get(character) ?? character).join('');
}
