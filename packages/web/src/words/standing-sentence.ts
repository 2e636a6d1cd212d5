import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** A number that a standing permission bounds. `exactly` is its value if it must stay the same. */
export interface SaidBound {
  readonly name: string;
  readonly perCall: number | null;
  readonly total: number | null;
  readonly exactly: string | null;
}

/** What the sentence about a standing permission says. */
export interface StandingSaid {
  readonly agent: string;
  readonly tool: string;
  /** Whether the first bound counts coins that the agent charges. */
  readonly isCharge: boolean;
  readonly bounds: readonly SaidBound[];
  /** The arguments that stay the same, or all of them. */
  readonly same: readonly { readonly name: string; readonly value: string }[] | 'all';
  /** The arguments that may differ. */
  readonly free: readonly string[];
  /** Null is any number of times; undefined is not chosen yet. */
  readonly uses: number | null | undefined;
  /** The last moment, in words; null if it is not chosen yet. */
  readonly until: string | null;
  /** The name of the room; null for the room that the sentence is shown in, undefined for any room. */
  readonly room: string | null | undefined;
}

/**
 * Returns what a standing permission allows as one sentence.
 *
 * @example 'Gardener may charge up to 5 coins at a time and 20 in all, until Friday, 6:00 PM, in this room.'
 */
export const standingSentence = catalogue('standingSentence', (said: StandingSaid) => {
  const { agent, tool, isCharge, bounds, uses } = said;
  const [coins, ...others] = isCharge ? bounds : [undefined, ...bounds];
  const act = coins ? `charge ${amountOf(coins, 'coins')}` : `use ${tool}`;
  const terms = [...others.filter((bound) => bound !== undefined).map(boundOf), ...sameOf(said), ...freeOf(said)];
  const how = terms.length === 0 ? '' : `, with ${listed(terms)}`;
  return `${agent} may ${act}${how}, ${timesOf(uses)}, ${untilOf(said.until)}, ${roomOf(said.room)}.`;
});

function amountOf({ perCall, total, exactly }: SaidBound, unit: string): string {
  const count = (most: number) => `${digits(most)}${unit === '' ? '' : ` ${most === 1 ? 'coin' : unit}`}`;
  const once = exactly === null ? perCall !== null && `up to ${count(perCall)}` : `exactly ${count(Number(exactly))}`;
  if (once === false) return total === null ? `any number of ${unit}` : `up to ${count(total)} in all`;
  return total === null ? `${once} at a time` : `${once} at a time and ${digits(total)} in all`;
}

function boundOf(bound: SaidBound): string {
  return `${bound.name} ${amountOf(bound, '')}`;
}

function sameOf({ same, isCharge, bounds }: StandingSaid): string[] {
  if (same === 'all') return ['exactly these arguments'];
  const [coins] = isCharge ? bounds : [];
  return same.filter(({ name }) => coins?.exactly == null || name !== coins.name).map(saidValue);
}

function saidValue({ name, value }: { readonly name: string; readonly value: string }): string {
  return `${name} ${value}`;
}

function freeOf({ free }: StandingSaid): string[] {
  return free.map((name) => `any ${name}`);
}

function timesOf(uses: StandingSaid['uses']): string {
  if (uses === undefined) return 'as often as you choose';
  if (uses === null) return 'any number of times';
  return uses === 1 ? 'once' : `up to ${digits(uses)} times`;
}

const untilOf = (until: string | null) => (until === null ? 'until the time that you choose' : `until ${until}`);

function roomOf(room: StandingSaid['room']): string {
  if (room === undefined) return 'in any room';
  return room === null ? 'in this room' : `in the room “${room}”`;
}

function listed(terms: readonly string[]): string {
  return terms.length < 2 ? terms.join('') : `${terms.slice(0, -1).join(', ')} and ${terms.at(-1)}`;
}
