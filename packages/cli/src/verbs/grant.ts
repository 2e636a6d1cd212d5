import { standingGrantStates, type StandingGrant, type StandingUse } from '@parley/protocol';
import { allItems } from '../api/all-items.ts';
import { findAgentToWriteTo } from '../api/find-agent.ts';
import { handlesOf } from '../api/handles.ts';
import { openSignedIn, type VerbOptions } from '../context.ts';
import { usage } from '../failure.ts';
import { table } from '../output.ts';

export interface GrantListOptions extends VerbOptions {
  /** Whose: a handle or an id. */
  readonly agent?: string;
  /** A state, or `all`. */
  readonly state: string;
}

export interface GrantShowOptions extends VerbOptions {
  /** How many uses are shown, the newest first. */
  readonly limit: string;
}

/** Lists the standing grants that the caller gave to agents. */
export async function list(options: GrantListOptions): Promise<void> {
  const state = readState(options.state);
  const { out, client } = await openSignedIn(options);
  const agentId = options.agent === undefined ? undefined : (await findAgentToWriteTo(client, options.agent)).agentId;
  const items: StandingGrant[] = [];
  const query = { agentId, state, limit: 200 };
  const grants = allItems((cursor) => client.call('listStandingGrants', { query: { ...query, cursor } }));
  for await (const grant of grants) items.push(grant);
  if (items.length === 0) out.note('There are none. You give one in the app, while you approve a call.');
  const handles = await handlesOf(client, items);
  const rows = items.map((grant) => [
    grant.grantId,
    handles.get(grant.agentId) ?? grant.agentId,
    grant.tool,
    stateOf(grant),
    leftOf(grant),
    grant.until,
  ]);
  out.result({ items }, items.length === 0 ? '' : table([['ID', 'AGENT', 'TOOL', 'STATE', 'LEFT', 'UNTIL'], ...rows]));
}

/** Shows one standing grant, and the calls that it covered. */
export async function show(grantId: string, options: GrantShowOptions): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) {
    throw usage('limit_invalid', `"${options.limit}" is no number of uses.`, 'Give a whole number from 1 to 200.');
  }
  const { out, client } = await openSignedIn(options);
  const { item } = await client.call('getStandingGrant', { params: { grantId } });
  const { items: uses } = await client.call('listStandingUses', { params: { grantId }, query: { limit } });
  const handles = await handlesOf(client, [item]);
  const facts = [
    ['agent', handles.get(item.agentId) ?? item.agentId],
    ['tool', item.tool],
    ['room', item.conversationId ?? 'any'],
    ['state', stateOf(item)],
    ['until', item.until],
    ['used', `${item.used}${item.uses === null ? '' : ` of ${item.uses}`}`],
    ...item.equal.map(({ path, value }) => [`same ${path === '' ? 'arguments' : path}`, JSON.stringify(value)]),
    ...item.max.map((bound) => [`most ${bound.path}`, boundOf(bound)]),
  ];
  const rows = uses.map(useRow);
  const list = table([['AT', 'OUTCOME', 'ARGUMENTS'], ...rows]);
  out.result({ item, uses }, `${table(facts)}\n\n${list}`);
}

/** Ends a standing grant, at once. */
export async function end(grantId: string, options: VerbOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  await client.call('deleteStandingGrant', { params: { grantId } });
  const { item } = await client.call('getStandingGrant', { params: { grantId } });
  out.note('It has ended; the next call is put to you.');
  out.result({ item }, '');
}

function readState(state: string): StandingGrant['state'] | undefined {
  if (state === 'all') return undefined;
  const found = standingGrantStates.find((known) => known === state);
  if (found !== undefined) return found;
  throw usage('state_invalid', `"${state}" is no state.`, `Give ${standingGrantStates.join(', ')} or all.`);
}

function stateOf({ state, invalidReason }: StandingGrant): string {
  return invalidReason === null ? state : `${state} (${invalidReason})`;
}

/** What is left: of sums first, else of uses. */
function leftOf({ max, uses, used }: StandingGrant): string {
  const sums = max.flatMap(({ path, total, spent }) =>
    total === null ? [] : [`${rounded(total - spent)} of ${total} ${path}`],
  );
  const calls = uses === null ? [] : [`${uses - used} of ${uses} uses`];
  return [...sums, ...calls].join(', ') || 'no limit';
}

function boundOf({ perCall, total, spent }: StandingGrant['max'][number]): string {
  const parts = [
    ...(perCall === null ? [] : [`${perCall} a call`]),
    ...(total === null ? [] : [`${total} in all`]),
    `${spent} spent`,
  ];
  return parts.join(', ');
}

/** Without the last digits of a difference of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function useRow({ at, outcome, arguments: given }: StandingUse): string[] {
  return [at, outcome ?? 'not run yet', JSON.stringify(given)];
}
