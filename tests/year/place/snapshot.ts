import type { Json } from '../../../packages/server/src/testing/contract/http.ts';
import type { Person } from '../../../packages/server/src/testing/contract/person.ts';

/** What people see of the organisation: the answer of each address, by who asked and what for. */
export type Snapshot = ReadonlyMap<string, Json>;

/** What changes by looking, or with the hour. */
const volatile = new Set([
  'lastSeenAt',
  'lastUsedAt',
  'deliveries24h',
  'failed24h',
  'nextCursor',
  'requestId',
  'server',
]);

const own = ['/v1/session', '/v1/agents', '/v1/wallet', '/v1/session/identities', '/v1/approvals', '/v1/exports'];
const administrators = ['/v1/admin/people', '/v1/admin/agents', '/v1/admin/invitations'];

/** Reads what each of these people sees, and what the first, an administrator, sees of the server. */
export async function takeSnapshot(people: readonly Person[]): Promise<Snapshot> {
  const seen = new Map<string, Json>();
  const look = async (person: Person, path: string) => {
    const { status, text, body } = await person.get(path);
    if (status !== 200) throw new Error(`${person.handle} asked for ${path} and got ${status}: ${text}`);
    seen.set(`${person.handle} GET ${path}`, withoutVolatile(body));
    return body;
  };
  for (const person of people) {
    for (const path of own) await look(person, path);
    const { items } = await look(person, '/v1/conversations?limit=200');
    for (const { conversationId } of items)
      await look(person, `/v1/conversations/${conversationId}/messages?limit=200`);
  }
  const [admin] = people;
  if (admin) {
    for (const path of administrators) await look(admin, path);
    const { items } = (await admin.get('/v1/admin/settings')).body;
    seen.set(
      'settings that Ada changed',
      items.filter((item: Json) => item.source === 'admin'),
    );
    seen.set('audit', (await auditRows(admin)).map(withoutVolatile));
  }
  return seen;
}

/**
 * Returns what answers have lost or changed, a sentence for each answer. Members that a newer version adds, and audit rows that came
 * since, are no difference.
 */
export function differences(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([address, value]) => {
    const now = after.get(address);
    const found = address === 'audit' ? lostRow(value, now) : differenceOf(now, value, '');
    return found === null ? [] : [`${address}: ${found}`];
  });
}

async function auditRows(admin: Person): Promise<Json[]> {
  const rows: Json[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: Json = await admin.get(`/v1/admin/audit?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
    rows.push(...body.items);
    cursor = body.nextCursor;
  }
  return rows;
}

function lostRow(before: Json[], after: Json[] | undefined): string | null {
  const bySeq = new Map(after?.map((row) => [row.seq, row]));
  return (
    before.map((row) => differenceOf(bySeq.get(row.seq), row, `/${row.seq}`)).find((found) => found !== null) ?? null
  );
}

/** Returns the first thing of `was` that `now` has not, or null. Lists have the same length. */
function differenceOf(now: Json, was: Json, path: string): string | null {
  const isSameKind = Array.isArray(now) === Array.isArray(was) && (now === null) === (was === null);
  const isLeaf = was === null || typeof was !== 'object';
  if (isLeaf || !isSameKind || typeof now !== 'object' || (Array.isArray(was) && now.length !== was.length))
    return now === was ? null : `${path} was ${short(was)} and is ${short(now)}`;
  for (const name of Object.keys(was)) {
    const found = differenceOf(now[name], was[name], `${path}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

function withoutVolatile(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !volatile.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutVolatile(each)]));
}

const short = (value: Json) => JSON.stringify(value)?.slice(0, 200);
