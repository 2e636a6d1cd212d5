import type { Ends } from '../ground/ground.ts';
import type { Send, SendAgent } from '../load/send.ts';
import type { population } from '../population.ts';
import type { Running } from './contestant.ts';

/** Rooms by what their agents do: they answer at once, hold their answer, cannot even be talked to, or are away. */
export interface Settlers {
  readonly answered: Send[];
  readonly held: Send[];
  readonly hung: Send[];
  readonly away: Send[];
  readonly crowd: NonNullable<Running['crowd']>;
}

interface Person {
  readonly cookie: string;
  readonly userId: string;
}

const atOnce = 16;

/** Signs people up, registers agents at the receiver and opens rooms, all through the door. */
export async function settle(
  port: number,
  { plainUrl, secureUrl }: Ends,
  hungPorts: readonly number[],
  size: { readonly [Of in keyof typeof population]: number },
): Promise<Settlers> {
  const call = caller(port);
  const people = await several(size.people, (index) => signUp(call, index));
  const owner = people[0] as Person;

  const roomsOf = async (handle: string, webhookUrls: readonly (string | null)[], count: number): Promise<Send[]> => {
    const agents = await several(webhookUrls.length, (index) =>
      register(call, owner, `${handle}${index}`, webhookUrls[index] ?? null),
    );
    return several(count, async (index) => {
      const { cookie } = people[index % people.length] as Person;
      const agent = agents[index % agents.length] as SendAgent;
      const { body } = await call('/v1/conversations', { agentIds: [agent.agentId] }, cookie);
      return { path: messagesOf(body), cookie, agent };
    });
  };
  const same = (url: string) => Array<string>(size.agents).fill(url);
  const hungUrls = hungPorts.map((hungPort) => `http://127.0.0.1:${hungPort}/`);
  return {
    answered: await roomsOf('answer', same(`${secureUrl}/answer`), size.rooms),
    held: await roomsOf('hold', same(`${plainUrl}/hold`), size.rooms),
    hung: await roomsOf('hung', hungUrls, hungUrls.length),
    away: await roomsOf('away', Array<null>(size.agents).fill(null), size.rooms),
    crowd: await crowdOf(call, people),
  };
}

/** Makes so many, a few at a time. */
async function several<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - made.length) }, (_, index) => make(made.length + index));
    made.push(...(await Promise.all(some)));
  }
  return made;
}

/** A room of two and a room of so many, with the cookies of all of its people. */
export async function settleCrowd(port: number, size: number): Promise<{ pair: Send; crowd: Settlers['crowd'] }> {
  const call = caller(port);
  const people = await several(size, (index) => signUp(call, index));
  return { pair: (await crowdOf(call, people.slice(0, 2))).send, crowd: await crowdOf(call, people) };
}

/** A room is opened with at most so many; the others are added. */
const openedWith = 40;

/** One room with everyone in it. */
async function crowdOf(call: Call, [opener, ...others]: readonly Person[]): Promise<Settlers['crowd']> {
  const { cookie } = opener as Person;
  const { body } = await call(
    '/v1/conversations',
    { agentIds: [], userIds: others.slice(0, openedWith).map(({ userId }) => userId) },
    cookie,
  );
  const members = messagesOf(body).replace(/messages$/, 'members');
  for (const { userId } of others.slice(openedWith)) await call(members, { userId }, cookie, 200);
  return { send: { path: messagesOf(body), cookie }, cookies: [cookie, ...others.map((other) => other.cookie)] };
}

type Call = (
  path: string,
  body: unknown,
  cookie?: string,
  wanted?: number,
) => Promise<{ headers: Headers; body: unknown }>;

function caller(port: number): Call {
  return async (path, body, cookie, wanted = 201) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== wanted) throw new Error(`${path} answered ${response.status}: ${text}`);
    return { headers: response.headers, body: JSON.parse(text) as unknown };
  };
}

async function signUp(call: Call, index: number): Promise<Person> {
  const profile = { handle: `person-${index}`, displayName: 'Ada Example', password: 'correct horse battery' };
  const { headers, body } = await call('/v1/users', profile);
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', userId: item(body)['userId'] as string };
}

/** @param webhookUrl Null for an agent on the relay, which opens no stream. */
async function register(call: Call, owner: Person, handle: string, webhookUrl: string | null): Promise<SendAgent> {
  const manifest = {
    version: '1',
    handle,
    name: 'Clerk',
    description: 'Looks up orders.',
    ...(webhookUrl === null ? { transport: 'relay' } : { transport: 'webhook', webhook_url: webhookUrl }),
    requested_scopes: [],
    access: 'public',
  };
  const { body } = await call('/v1/agents', { manifest }, owner.cookie);
  const { credential } = body as { credential: { credentialId: string; secret: string } };
  return { agentId: item(body)['agentId'] as string, ...credential };
}

function messagesOf(opened: unknown): string {
  return `/v1/conversations/${item(opened)['conversationId']}/messages`;
}

function item(body: unknown): Record<string, string> {
  return (body as { item: Record<string, string> }).item;
}
