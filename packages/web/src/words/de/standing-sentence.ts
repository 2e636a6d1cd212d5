import type * as english from '../standing-sentence.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const standingSentence: Translation<typeof english.standingSentence> = (said) => {
  const { agent, tool, isCharge, bounds, uses } = said;
  const [coins, ...others] = isCharge ? bounds : [undefined, ...bounds];
  const act = coins ? `${amountOf(coins, 'Münzen')} abbuchen` : `${tool} benutzen`;
  const terms = [...others.filter((bound) => bound !== undefined).map(boundOf), ...sameOf(said), ...freeOf(said)];
  const how = terms.length === 0 ? '' : ` mit ${listed(terms)}`;
  return `${agent} darf${how} ${timesOf(uses)} ${untilOf(said.until)} ${roomOf(said.room)} ${act}.`;
};

type StandingSaid = Parameters<typeof english.standingSentence>[0];
type SaidBound = StandingSaid['bounds'][number];

function amountOf({ perCall, total, exactly }: SaidBound, unit: string): string {
  const count = (most: number) => `${digits(most)}${unit === '' ? '' : ` ${most === 1 ? 'Münze' : unit}`}`;
  const once = exactly === null ? perCall !== null && `bis zu ${count(perCall)}` : `genau ${count(Number(exactly))}`;
  if (once === false)
    return total === null ? `beliebig viel${unit === '' ? '' : `e ${unit}`}` : `insgesamt bis zu ${count(total)}`;
  return total === null ? `jeweils ${once}` : `jeweils ${once} und insgesamt ${digits(total)}`;
}

function boundOf(bound: SaidBound): string {
  return `${bound.name} ${amountOf(bound, '')}`;
}

function sameOf({ same, isCharge, bounds }: StandingSaid): string[] {
  if (same === 'all') return ['genau diesen Argumenten'];
  const [coins] = isCharge ? bounds : [];
  return same
    .filter(({ name }) => coins?.exactly == null || name !== coins.name)
    .map(({ name, value }) => `${name} ${value}`);
}

function freeOf({ free }: StandingSaid): string[] {
  return free.map((name) => `beliebigem ${name}`);
}

function timesOf(uses: StandingSaid['uses']): string {
  if (uses === undefined) return 'so oft, wie du wählst,';
  if (uses === null) return 'beliebig oft';
  return uses === 1 ? 'einmal' : `bis zu ${digits(uses)}-mal`;
}

const untilOf = (until: string | null) => (until === null ? 'bis zu der Zeit, die du wählst,' : `bis ${until}`);

function roomOf(room: StandingSaid['room']): string {
  if (room === undefined) return 'in jedem Raum';
  return room === null ? 'in diesem Raum' : `im Raum „${room}“`;
}

function listed(terms: readonly string[]): string {
  return terms.length < 2 ? terms.join('') : `${terms.slice(0, -1).join(', ')} und ${terms.at(-1)}`;
}
