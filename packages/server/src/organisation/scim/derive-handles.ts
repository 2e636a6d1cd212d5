import { randomBytes } from 'node:crypto';
import { handleFault } from '@parley/protocol';

const characters = 32;

/**
 * Returns handles for a new person, the best first: the part of the `userName` before `@`, then with a number, then with
 * random letters. All of them fit the rules of handles.
 */
export function deriveHandles(userName: string): string[] {
  const base = asHandle(userName);
  const ends = ['2', '3', '4', '5', '6', '7', '8', '9', randomBytes(4).toString('hex'), randomBytes(8).toString('hex')];
  return [base, ...ends.map((end) => `${base.slice(0, characters - end.length - 1)}-${end}`)].filter(
    (handle) => handleFault(handle) === null,
  );
}

function asHandle(userName: string): string {
  const before = userName.split('@')[0] ?? '';
  const plain = before.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const made = plain
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .slice(0, characters);
  return made.length < 2 || handleFault(made) !== null ? 'person' : made;
}
