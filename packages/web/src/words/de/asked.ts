import type * as english from '../asked.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const askedWords: Translation<typeof english.askedWords> = {
  you: (name, counts, within3s) =>
    `${name} hat dich diese Woche ${timesOf(counts.asked)} gefragt; du ${decidedOf(counts, 'hast')}${quickOf(counts, within3s)}.`,
  underStanding: (uses) =>
    uses === 1
      ? 'Ein weiterer Aufruf lief unter einer Dauerfreigabe.'
      : `${digits(uses)} weitere Aufrufe liefen unter einer Dauerfreigabe.`,
  quick: 'Das ist kaum Zeit zum Lesen. Eine Dauerfreigabe mit Grenzen würde dich seltener fragen.',
  people: (name, people, counts) =>
    `${name} hat diese Woche ${digits(people)} Personen ${timesOf(counts.asked)} gefragt; sie ${decidedOf(counts, 'haben')}.`,
  median: (seconds) => `Die Hälfte der Entscheidungen brauchte höchstens ${durationOf(seconds)}.`,
  heading: 'Anfragen',
  tooFew: 'Weniger als fünf Personen wurden diese Woche gefragt, darum wird nichts angezeigt.',
};

type Decided = Parameters<typeof english.askedWords.you>[1];

const timesOf = (count: number) => (count === 1 ? 'einmal' : `${digits(count)}-mal`);

/** What was done with the questions, after its auxiliary verb. */
function decidedOf({ asked, approved, denied, expired }: Decided, has: 'hast' | 'haben'): string {
  if (approved + denied + expired === 0) return `${has} noch nicht entschieden`;
  if (asked === 1) {
    const done = approved > 0 ? 'es freigegeben' : denied > 0 ? 'es abgelehnt' : 'es verfallen lassen';
    return `${has} ${done}`;
  }
  const parts = [`${digits(approved)} freigegeben`];
  if (denied > 0) parts.push(`${digits(denied)} abgelehnt`);
  if (expired > 0) parts.push(`${digits(expired)} verfallen lassen`);
  const all = parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} und ${parts.at(-1)}`;
  return `${has} ${all}`;
}

function quickOf({ approved, denied }: Decided, within3s: number): string {
  if (within3s === 0) return '';
  const share = within3s / Math.max(1, approved + denied);
  if (share === 1) return within3s === 1 ? ', innerhalb von 3 s' : ', alle innerhalb von 3 s';
  if (share === 0.5) return ', die Hälfte davon innerhalb von 3 s';
  return `, ${digits(within3s)} davon innerhalb von 3 s`;
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${digits(Math.round(seconds))} s`;
  if (seconds < 7_200) return `${digits(Math.round(seconds / 60))} min`;
  return `${digits(Math.round(seconds / 3_600))} h`;
}
