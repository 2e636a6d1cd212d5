import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Answer, Json } from './http.ts';
import { expectRefusal } from './refused.ts';
import { messagesOf } from './conversation.ts';
import { useServer } from './server.ts';
import { proactive } from './speak.ts';
import { giveTask } from './task.ts';

const server = useServer();
const text = [{ type: 'text', text: 'once' }];
const routes = ['/hooks/v1/reply', '/hooks/v1/task', '/hooks/v1/proactive', '/hooks/v1/tools/invoke'] as const;
type Route = (typeof routes)[number];
let desk: Desk;
let taskDelivery: string;
let counter = 0;

beforeAll(async () => {
  desk = await openDesk(server, ['clock.read', proactive]);
  const { deliveries } = await giveTask(desk.person, desk.conversation);
  taskDelivery = deliveries[0].deliveryId;
});

/** Returns a valid body for a route, different each time. */
function bodyFor(route: Route): string {
  counter += 1;
  const id = { version: '1', in_reply_to_delivery_id: desk.deliveryId };
  const bodies: Record<Route, Json> = {
    '/hooks/v1/reply': { version: '1', in_reply_to_delivery_id: taskDelivery, blocks: text },
    '/hooks/v1/task': { version: '1', in_reply_to_delivery_id: taskDelivery, status: 'in_progress' },
    '/hooks/v1/proactive': { version: '1', conversation_id: desk.conversation, blocks: text },
    '/hooks/v1/tools/invoke': { ...id, requested_scope: 'clock.read', tool: 'clock.now', arguments: {} },
  };
  return `${JSON.stringify(bodies[route])}${' '.repeat(counter)}`;
}

/** Signs one body once, to be sent several times. */
function signedOnce(route: Route) {
  const body = bodyFor(route);
  const unix = desk.agent.unix();
  return (to: Route = route, key?: string): Promise<Answer> =>
    desk.agent.send(to, body, { unix, ...(key === undefined ? {} : { key }) });
}

const accepted = (answer: Answer) => expect([200, 202]).toContain(answer.status);
const pairs = routes.flatMap((from) => routes.filter((to) => to !== from).map((to) => ({ from, to })));

describe('§5 a signature that came before', () => {
  it.each(pairs)('on $from is refused on $to', async ({ from, to }) => {
    const send = signedOnce(from);
    const key = `pair ${from} ${to}`;
    accepted(await send(from, key));
    expectRefusal(await send(to, key), 401, 'unauthorized');
    expectRefusal(await send(to, `${key} other`), 401, 'unauthorized');
  });

  it.each(routes)('on %s is refused with another key', async (route) => {
    const send = signedOnce(route);
    accepted(await send(route, `a ${route}`));
    expectRefusal(await send(route, `b ${route}`), 401, 'unauthorized');
    expectRefusal(await send(route), 401, 'unauthorized');
  });

  it.each(routes)('on %s gives the first answer again with the same key', async (route) => {
    const send = signedOnce(route);
    const before = (await messagesOf(desk.person, desk.conversation, '?limit=200')).length;
    const [first, second] = [await send(route, `same ${route}`), await send(route, `same ${route}`)];
    accepted(first);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const after = (await messagesOf(desk.person, desk.conversation, '?limit=200')).length;
    expect(after - before).toBeLessThanOrEqual(1);
  });

  it.each(routes)('on %s makes one of five that arrive at once', async (route) => {
    const send = signedOnce(route);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(route, `five ${route}`)));
    answers.forEach(accepted);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  it.each(['/hooks/v1/reply', '/hooks/v1/task'] as const)('on %s is the key where there is none', async (route) => {
    const send = signedOnce(route);
    const [first, second] = [await send(), await send()];
    accepted(first);
    expect(second.text).toBe(first.text);
    expectRefusal(await send(route, 'late key'), 401, 'unauthorized');
  });

  it('may be sent once more where it was refused for something else', async () => {
    const body = JSON.stringify({ version: '1', conversation_id: desk.conversation, blocks: text });
    const unix = desk.agent.unix();
    await desk.grant('clock.read');
    const refused = await desk.agent.send('/hooks/v1/proactive', body, { unix, key: 'retry' });
    expectRefusal(refused, 403, 'scope_not_granted');
    await desk.grant('clock.read', proactive);
    accepted(await desk.agent.send('/hooks/v1/proactive', body, { unix, key: 'retry' }));
  });

  it('is told as any other failure to sign', async () => {
    const send = signedOnce('/hooks/v1/proactive');
    accepted(await send(undefined, 'one'));
    const replayed = await send(undefined, 'two');
    const forged = await desk.agent.send('/hooks/v1/proactive', '{}', { signature: 'nonsense' });
    const plain = ({ status, body }: Answer) => ({ status, error: { ...body.error, request_id: '' } });
    expect(plain(replayed)).toEqual(plain(forged));
  });
});
