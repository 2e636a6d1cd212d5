import type { Send } from '../load/send.ts';
import type { population } from '../population.ts';

/** Rooms whose agents answer at once, and rooms whose agents hold their answer. */
export interface Settlers {
  readonly answered: Send[];
  readonly held: Send[];
}

interface Person {
  readonly cookie: string;
}

/** Signs people up, registers agents at the receiver and opens rooms, all through the door. */
export async function settle(port: number, receiverUrl: string, size: typeof population): Promise<Settlers> {
  const call = caller(port);
  const people: Person[] = [];
  for (let index = 0; index < size.people; index++) people.push(await signUp(call, index));
  const owner = people[0] as Person;

  const roomsOf = async (ending: 'answer' | 'hold'): Promise<Send[]> => {
    const agentIds: string[] = [];
    for (let index = 0; index < size.agents; index++) {
      agentIds.push(await register(call, owner, `${ending}${index}`, `${receiverUrl}/${ending}`));
    }
    const rooms: Send[] = [];
    for (let index = 0; index < size.rooms; index++) {
      const { cookie } = people[index % people.length] as Person;
      const { body } = await call('/v1/conversations', { agentIds: [agentIds[index % agentIds.length]] }, cookie);
      rooms.push({ path: `/v1/conversations/${item(body)['conversationId']}/messages`, cookie });
    }
    return rooms;
  };
  return { answered: await roomsOf('answer'), held: await roomsOf('hold') };
}

type Call = (path: string, body: unknown, cookie?: string) => Promise<{ headers: Headers; body: unknown }>;

function caller(port: number): Call {
  return async (path, body, cookie) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${text}`);
    return { headers: response.headers, body: JSON.parse(text) as unknown };
  };
}

async function signUp(call: Call, index: number): Promise<Person> {
  const profile = { handle: `person-${index}`, displayName: 'Ada Example', password: 'correct horse battery' };
  const { headers } = await call('/v1/users', profile);
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function register(call: Call, owner: Person, handle: string, webhookUrl: string): Promise<string> {
  const manifest = {
    version: '1',
    handle,
    name: 'Clerk',
    description: 'Looks up orders.',
    transport: 'webhook',
    webhook_url: webhookUrl,
    requested_scopes: [],
    access: 'public',
  };
  return item((await call('/v1/agents', { manifest }, owner.cookie)).body)['agentId'] as string;
}

function item(body: unknown): Record<string, string> {
  return (body as { item: Record<string, string> }).item;
}
