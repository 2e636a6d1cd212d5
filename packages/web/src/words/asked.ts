import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

interface Decided {
  readonly asked: number;
  readonly approved: number;
  readonly denied: number;
  readonly expired: number;
}

/** Texts about how often agents ask, and how people decide. */
export const askedWords = catalogue('askedWords', {
  you: (name: string, counts: Decided, within3s: number) =>
    `${name} asked you ${timesOf(counts.asked)} this week; you ${decidedOf(counts)}${quickOf(counts, within3s)}.`,
  underStanding: (uses: number) =>
    uses === 1 ? 'One more call ran under a permission.' : `${digits(uses)} more calls ran under a permission.`,
  quick: 'That is hardly time to read. A permission with bounds would ask you less often.',
  people: (name: string, people: number, counts: Decided) =>
    `${name} asked ${digits(people)} people ${timesOf(counts.asked)} this week; they ${decidedOf(counts)}.`,
  median: (seconds: number) => `Half of the decisions took at most ${durationOf(seconds)}.`,
  heading: 'Questions',
  tooFew: 'Fewer than five people were asked this week, so nothing is shown.',
});

const timesOf = (count: number) => (count === 1 ? 'once' : `${digits(count)} times`);

function decidedOf({ asked, approved, denied, expired }: Decided): string {
  if (approved + denied + expired === 0) return 'have not decided yet';
  if (asked === 1) return approved > 0 ? 'approved it' : denied > 0 ? 'denied it' : 'let it expire';
  const parts = [`approved ${digits(approved)}`];
  if (denied > 0) parts.push(`denied ${digits(denied)}`);
  if (expired > 0) parts.push(`let ${digits(expired)} expire`);
  return parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function quickOf({ approved, denied }: Decided, within3s: number): string {
  if (within3s === 0) return '';
  const share = within3s / Math.max(1, approved + denied);
  if (share === 1) return within3s === 1 ? ', within 3 s' : ', all of them within 3 s';
  if (share === 0.5) return ', half of them within 3 s';
  return `, ${digits(within3s)} of them within 3 s`;
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${digits(Math.round(seconds))} s`;
  if (seconds < 7_200) return `${digits(Math.round(seconds / 60))} min`;
  return `${digits(Math.round(seconds / 3_600))} h`;
}
