import { jsonPointer, limits, type StandingTermsBody } from '@parley/protocol';
import { boundsWords } from '../../words/standing.ts';
import { canBeLimited } from './draft.ts';
import type { BoundsDraft, MemberDraft } from './draft.ts';

const { faults: words } = boundsWords;
const dayMs = 86_400_000;

/** The terms of a draft, as far as it is complete. */
export interface DraftTerms {
  readonly terms: Omit<StandingTermsBody, 'until'> & { readonly until: string | null };
  /** What is missing or wrong, by the JSON Pointer that the server would name. */
  readonly faults: ReadonlyMap<string, string>;
  /** Whether the number of uses is chosen. */
  readonly hasUses: boolean;
}

/** Returns the terms of a draft at a time, and its faults. */
export function termsOf(draft: BoundsDraft, now: Date): DraftTerms {
  const faults = new Map<string, string>();
  const until = untilOf(draft, now, faults);
  const uses = usesOf(draft, faults);
  const bounded = draft.members.filter(hasBounds);
  const max = bounded.map((member, index) => boundOf(member, `/standing/max/${index}`, faults));
  if (bounded.length > limits.standingMaxPaths) faults.set('/standing/max', words.max);
  return {
    terms: {
      until,
      ...(uses !== null && { uses }),
      equal: equalOf(draft.members, faults),
      max,
      anyConversation: draft.isAnywhere,
    },
    faults,
    hasUses: uses !== null || draft.isUnlimited,
  };
}

/** Returns the JSON Pointers of the fields of one argument, as the server names them. */
export function fieldsOf(draft: BoundsDraft, member: MemberDraft) {
  const place = draft.members.filter(hasBounds).indexOf(member);
  const same = draft.members.filter(({ mode }) => mode === 'same').indexOf(member);
  const max = `/standing/max/${place}`;
  // The server names the list where the limit of the coins is missing.
  const total = [`${max}/total`, ...(member.isCoins ? ['/standing/max'] : [])];
  return { mode: [`/standing/equal/${same}`, `${max}/path`], perCall: [`${max}/perCall`], total };
}

/** Returns the JSON Pointers of all fields. */
export function fieldPaths(draft: BoundsDraft): string[] {
  const members = draft.members.map((member) => fieldsOf(draft, member));
  const ofMembers = members.flatMap(({ mode, perCall, total }) => [...mode, ...perCall, ...total]);
  return ['/standing/until', '/standing/uses', '/standing/equal', '/standing/max', ...ofMembers];
}

function hasBounds({ mode, isCoins }: MemberDraft): boolean {
  return mode === 'limit' || isCoins;
}

function equalOf(members: readonly MemberDraft[], faults: Map<string, string>): string[] {
  const same = members.filter(({ mode }) => mode === 'same');
  if (same.length <= limits.standingEqualPaths) return same.map(({ name }) => jsonPointer([name]));
  if (same.length < members.length) faults.set('/standing/equal', words.same);
  // The whole has one path.
  return [''];
}

function boundOf(member: MemberDraft, at: string, faults: Map<string, string>) {
  const { name, mode, isCoins } = member;
  const perCall = mode === 'limit' ? limitOf(member, 'perCall', at, faults) : null;
  const total = limitOf(member, 'total', at, faults);
  const isEmpty = perCall === null && total === null && !faults.has(`${at}/perCall`);
  if (!faults.has(`${at}/total`)) {
    if (isCoins && total === null) faults.set(`${at}/total`, words.total);
    else if (isEmpty) faults.set(`${at}/perCall`, words.one);
  }
  return { path: jsonPointer([name]), ...(perCall !== null && { perCall }), ...(total !== null && { total }) };
}

function limitOf(member: MemberDraft, which: 'perCall' | 'total', at: string, faults: Map<string, string>) {
  const typed = member[which].trim();
  if (typed === '') return null;
  const limit = Number(typed);
  if (!canBeLimited(limit)) faults.set(`${at}/${which}`, words.number);
  else if (limit < (member.value as number)) faults.set(`${at}/${which}`, words.below(String(member.value)));
  else return limit;
  return null;
}

function usesOf({ uses, isUnlimited }: BoundsDraft, faults: Map<string, string>): number | null {
  if (isUnlimited) return null;
  const count = Number(uses);
  if (uses.trim() === '') faults.set('/standing/uses', words.uses);
  else if (!Number.isInteger(count) || count < 1 || count > limits.standingUses)
    faults.set('/standing/uses', words.usesRange);
  else return count;
  return null;
}

function untilOf({ until, day }: BoundsDraft, now: Date, faults: Map<string, string>): string | null {
  const at = '/standing/until';
  if (until === '' || (until === 'date' && day === '')) {
    faults.set(at, until === '' ? words.until : words.day);
    return null;
  }
  const end = endOf(until, day, now);
  if (end.getTime() <= now.getTime()) faults.set(at, words.past);
  else if (end.getTime() > now.getTime() + limits.standingDays * dayMs) faults.set(at, words.far);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

function endOf(until: 'today' | 'days2' | 'week' | 'date', day: string, now: Date): Date {
  if (until === 'days2') return new Date(now.getTime() + 2 * dayMs);
  if (until === 'week') return new Date(now.getTime() + 7 * dayMs);
  const end = until === 'today' ? new Date(now) : new Date(`${day}T00:00`);
  end.setHours(23, 59, 59, 999);
  return end;
}
