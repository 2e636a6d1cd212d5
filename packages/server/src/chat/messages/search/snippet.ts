import { cleanLine } from '@parley/protocol';
import { findHit, type Term } from '../../transcript/units.ts';

const charactersMax = 200;
/** Maximum number of characters before the hit. */
const leadMax = 60;

/**
 * Returns at most 200 characters around the first hit, on one line, without invisible or direction-changing characters.
 * Null if the texts do not match all terms.
 */
export function snippetOf(texts: readonly string[], terms: readonly Term[]): string | null {
  const line = cleanLine(texts.join(' '));
  const hit = findHit(line, terms);
  return hit === null ? null : around(line, hit);
}

function around(line: string, hit: number): string {
  const begin = hit <= leadMax ? 0 : beginOfWord(line, hit - leadMax, hit);
  const lead = begin === 0 ? '' : '…';
  const characters = [...line.slice(begin, begin + 3 * charactersMax)];
  const restMax = charactersMax - lead.length;
  const isWhole = characters.length <= restMax && begin + 3 * charactersMax >= line.length;
  if (isWhole) return lead + characters.join('');
  return `${lead}${characters
    .slice(0, restMax - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * Returns where the first word between the two positions begins, else the first character. Splits no character from its
 * marks.
 */
function beginOfWord(line: string, from: number, to: number): number {
  const space = line.indexOf(' ', from);
  if (space >= 0 && space < to) return space + 1;
  const rest = /^[\udc00-\udfff]?[\p{M}\p{Default_Ignorable_Code_Point}]*/u.exec(line.slice(from, to))?.[0] ?? '';
  return from + rest.length;
}
