import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentWith, registerAgent, replyTo, type Agent, type Signing } from './agent.ts';
import { call, refusalOf, type Answer } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { sign } from './signature.ts';

const server = useServer();
let ada: Person;
let agent: Agent;
let other: Agent;
let conversation: string;
let refused: object;
let counter = 0;

beforeAll(async () => {
  ada = await signUp(server);
  [agent, other] = [await registerAgent(server, ada), await registerAgent(server, ada)];
  conversation = await openConversation(ada, agent);
  refused = refusalOf(await agent.send('/hooks/v1/reply', {}, { signature: 'nonsense' }));
});

/** Returns a new reply as raw JSON. */
const freshReply = async (): Promise<string> =>
  JSON.stringify(replyTo(await deliver(ada, conversation, 'ask'), `answer ${(counter += 1)}`));
const hex = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest('hex');

const expectRefused = (answer: Answer) => {
  expect(answer.status).toBe(401);
  expect(refusalOf(answer)).toEqual(refused);
};

describe('§5 Authentication: the signature', () => {
  it('lets an honest reply pass', async () => {
    const answer = await agent.send('/hooks/v1/reply', await freshReply());
    expect(answer.status).toBe(202);
  });

  it.each([-298, 298])('may be %i seconds off', async (offset) => {
    const answer = await agent.send('/hooks/v1/reply', await freshReply(), { unix: agent.unix() + offset });
    expect(answer.status).toBe(202);
  });

  it('covers the raw bytes, white space and all', async () => {
    const body = ` ${(await freshReply()).replaceAll(',', ' ,\n')} `;
    expect((await agent.send('/hooks/v1/reply', body)).status).toBe(202);
  });

  it('covers nothing but the second where there is no body', async () => {
    const relay = await agent.stream();
    expect(relay.status).toBe(200);
    relay.close();
  });

  it('is not checked twice where there is no body', async () => {
    const [one, two] = [await agent.stream(), await agent.stream()];
    expect([one.status, two.status]).toEqual([200, 200]);
    one.close();
    two.close();
  });
});

describe('§5 the collapsed rejection', () => {
  it('is unauthorized', () => {
    expect(refused).toMatchObject({ code: 'unauthorized' });
  });

  type Forge = (body: string, unix: number) => Signing;
  const forged: [string, Forge][] = [
    ['an empty signature', () => ({ signature: '' })],
    ['an empty Authorization', () => ({ authorization: '' })],
    ['an unknown agent', () => ({ authorization: `HMAC ${nobody('agt')}/${agent.credentialId}` })],
    ['an unknown credential', () => ({ authorization: `HMAC ${agent.agentId}/${nobody('cred')}` })],
    ['a credential of another agent', () => ({ authorization: `HMAC ${agent.agentId}/${other.credentialId}` })],
    ['an agent of another credential', () => ({ authorization: `HMAC ${other.agentId}/${agent.credentialId}` })],
    ['both of another agent', () => ({ authorization: other.authorization })],
    ['the scheme in lower case', () => ({ authorization: agent.authorization.replace('HMAC', 'hmac') })],
    ['two spaces after the scheme', () => ({ authorization: agent.authorization.replace(' ', '  ') })],
    ['another scheme', () => ({ authorization: agent.authorization.replace('HMAC', 'Bearer') })],
    ['no credential', () => ({ authorization: `HMAC ${agent.agentId}` })],
    ['something after the credential', () => ({ authorization: `${agent.authorization}/x` })],
    ['ids in lower case', () => ({ authorization: `HMAC ${agent.agentId.toLowerCase()}/${agent.credentialId}` })],
    ['another body', (_body, unix) => ({ signature: sign(agent.secret, unix, '{}') })],
    ['no body', (_body, unix) => ({ signature: sign(agent.secret, unix) })],
    ['another secret', (body, unix) => ({ signature: sign(other.secret, unix, body) })],
    [
      'a second it was not signed with',
      (body, unix) => ({ signature: sign(agent.secret, unix, body).replace(`${unix}`, `${unix + 1}`) }),
    ],
    ['a second too long ago', (_body, unix) => ({ unix: unix - 302 })],
    ['a second too far ahead', (_body, unix) => ({ unix: unix + 303 })],
    ['milliseconds', (body, unix) => ({ signature: sign(agent.secret, `${unix}000`, body) })],
    ['nine digits', (body) => ({ signature: sign(agent.secret, '999999999', body) })],
    ['a leading zero', (body, unix) => ({ signature: sign(agent.secret, `0${unix}`, body) })],
    ['a plus sign', (body, unix) => ({ signature: sign(agent.secret, `+${unix}`, body) })],
    ['a fraction', (body, unix) => ({ signature: sign(agent.secret, `${unix}.0`, body) })],
    [
      'upper-case hex',
      (body, unix) => ({ signature: `t=${unix},v1=${sign(agent.secret, unix, body).slice(16).toUpperCase()}` }),
    ],
    ['a hash cut short', (body, unix) => ({ signature: sign(agent.secret, unix, body).slice(0, -2) })],
    ['a hash too long', (body, unix) => ({ signature: `${sign(agent.secret, unix, body)}00` })],
    ['a space after the comma', (body, unix) => ({ signature: sign(agent.secret, unix, body).replace(',', ', ') })],
    [
      'the parts the other way round',
      (body, unix) => ({ signature: sign(agent.secret, unix, body).split(',').reverse().join(',') }),
    ],
    ['a third part', (body, unix) => ({ signature: `${sign(agent.secret, unix, body)},v0=1` })],
    [
      'the hash twice',
      (body, unix) => ({ signature: `${sign(agent.secret, unix, body)}${sign(agent.secret, unix, body).slice(12)}` }),
    ],
    ['a hash alone', (body, unix) => ({ signature: sign(agent.secret, unix, body).slice(16) })],
    [
      'a hash without the second',
      (body, unix) => ({ signature: `t=${unix},v1=${hex(Buffer.from(agent.secret, 'base64url'), body)}` }),
    ],
    [
      'the secret’s text for a key',
      (body, unix) => ({ signature: `t=${unix},v1=${hex(agent.secret, `${unix}.${body}`)}` }),
    ],
    ['an empty key', (body, unix) => ({ signature: `t=${unix},v1=${hex('', `${unix}.${body}`)}` })],
  ];

  it.each(forged)('meets %s', async (_what, forge) => {
    const body = await freshReply();
    expectRefused(await agent.send('/hooks/v1/reply', body, forge(body, agent.unix())));
  });

  it('meets a missing signature, a missing Authorization and neither', async () => {
    const body = await freshReply();
    const type = { 'content-type': 'application/json' };
    const signature = { 'x-agent-signature': sign(agent.secret, agent.unix(), body) };
    for (const headers of [type, { ...type, ...signature }, { ...type, authorization: agent.authorization }])
      expectRefused(await call(`${server.baseUrl}/hooks/v1/reply`, { method: 'POST', body, headers }));
  });

  it('meets a signature in the platform’s header', async () => {
    const body = await freshReply();
    const headers = { 'x-platform-signature': sign(agent.secret, agent.unix(), body) };
    expectRefused(await agent.send('/hooks/v1/reply', body, { headers, signature: '' }));
  });

  it('meets a revoked credential, a paused agent and a deleted one', async () => {
    const [revoked, paused, deleted] = [
      await registerAgent(server, ada),
      await registerAgent(server, ada),
      await registerAgent(server, ada),
    ];
    await ada.del(`/v1/agents/${revoked.agentId}/credentials/${revoked.credentialId}`);
    await ada.post(`/v1/agents/${paused.agentId}/pause`);
    await ada.del(`/v1/agents/${deleted.agentId}`);
    for (const gone of [revoked, paused, deleted]) expectRefused(await gone.reply(nobody('dlv'), 'hello'));
  });

  it.each(['/hooks/v1/reply', `/hooks/v1/deliveries/${nobody('dlv')}/ack`, '/hooks/v1/stream'])(
    'comes before anything else at %s',
    async (path) => {
      const body = path.endsWith('stream') ? undefined : 'not json';
      expectRefused(await agent.send(path, body, { signature: 'nonsense' }));
    },
  );

  it('stores nothing', async () => {
    const own = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, own, 'ask');
    await agent.reply(deliveryId, 'forged', {}, { signature: 'nonsense' });
    expect(await messagesOf(ada, own)).toHaveLength(1);
  });
});

describe('§5 a signature that came before', () => {
  /** Creates a conversation, a reply and one signature for all requests of the test. */
  const once = async () => {
    const own = await openConversation(ada, agent);
    const body = JSON.stringify(replyTo(await deliver(ada, own, 'ask'), `answer ${(counter += 1)}`));
    const unix = agent.unix();
    const post = (path = '/hooks/v1/reply', signing: Signing = {}) => agent.send(path, body, { unix, ...signing });
    return { own, post };
  };

  it('without a key gives the first answer again and stores nothing new', async () => {
    const { own, post } = await once();
    const [first, second] = [await post(), await post()];
    expect(first.status).toBe(202);
    expect(second.status).toBe(202);
    expect(second.text).toBe(first.text);
    expect(await messagesOf(ada, own)).toHaveLength(2);
  });

  it('without a key makes one message of five requests at once', async () => {
    const { own, post } = await once();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post()));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]!.status).toBe(202);
    expect(await messagesOf(ada, own)).toHaveLength(2);
  });

  it('with the same key gives the first answer again', async () => {
    const { post } = await once();
    const [first, second] = [await post(undefined, { key: 'one' }), await post(undefined, { key: 'one' })];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([
    ['with another key', { key: 'a' }, { key: 'b' }],
    ['first with a key, then without', { key: 'c' }, {}],
    ['first without a key, then with one', {}, { key: 'd' }],
  ])('is refused %s', async (_what, first, second) => {
    const { own, post } = await once();
    expect((await post(undefined, first)).status).toBe(202);
    expectRefused(await post(undefined, second));
    expect(await messagesOf(ada, own)).toHaveLength(2);
  });

  it('is refused on another route', async () => {
    const { post } = await once();
    expect((await post()).status).toBe(202);
    expectRefused(await post('/hooks/v1/task'));
  });

  it('is refused once its time is over', async () => {
    const { post } = await once();
    expect((await post()).status).toBe(202);
    await server.clock.advance(302_000);
    expectRefused(await post());
  });

  it('is another for another credential of the agent', async () => {
    const issued = (await ada.post(`/v1/agents/${agent.agentId}/credentials`)).body.credential;
    const second = agentWith(server, ada, agent, issued);
    const own = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, own, 'ask');
    expect((await agent.reply(deliveryId, 'same words')).status).toBe(202);
    expect((await second.reply(deliveryId, 'same words')).status).toBe(202);
    expect(await messagesOf(ada, own)).toHaveLength(3);
  });

  it('is not checked on an ack', async () => {
    const own = await registerAgent(server, ada);
    const relay = await own.stream();
    const deliveryId = await deliver(ada, await openConversation(ada, own), 'ask');
    await relay.awaitDeliveries(1);
    const [first, second] = [await own.ack(deliveryId), await own.ack(deliveryId)];
    expect([first.status, second.status]).toEqual([200, 200]);
    relay.close();
  });
});
