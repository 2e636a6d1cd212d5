import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeSchema } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually, quiet } from '../../testing/contract/eventually.ts';
import { refusalOf, type Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { nobody } from '../../testing/contract/shapes.ts';
import { openEventStream } from '../../testing/contract/sse.ts';

let server: TestServer;
let owner: Person;
let guest: Person;
let agent: Agent;

beforeAll(async () => {
  server = await startTestServer();
  owner = await signUp(server, { locale: 'de-CH', timezone: 'Europe/Zurich' });
  guest = await signUp(server);
  agent = await registerAgent(server, owner);
});

afterAll(() => server.stop());

const order = {
  type: 'form',
  form_id: 'order',
  fields: [
    { name: 'drink', label: 'Drink', field_type: 'select', required: true, options: [{ label: 'Tea', payload: 't' }] },
    { name: 'cups', label: 'Cups', field_type: 'number' },
    { name: 'day', label: 'Day', field_type: 'date' },
    { name: 'toString', label: 'Note', field_type: 'text' },
  ],
};

interface Asked {
  conversation: string;
  messageId: string;
  path: string;
}

/** Creates a conversation in which the agent has sent these blocks. */
async function ask(blocks: Json[] = [order], others: Person[] = [guest], asking = agent): Promise<Asked> {
  const conversation = await openConversation(owner, asking, others);
  const deliveryId = await deliver(owner, conversation, 'Ask me.');
  const messageId = (await asking.reply(deliveryId, blocks)).body.message_id;
  return {
    conversation,
    messageId,
    path: `/v1/conversations/${conversation}/messages/${messageId}/forms/order/submit`,
  };
}

const stateFor = async (person: Person, { conversation, messageId }: Asked) =>
  (await messagesOf(person, conversation)).find((message) => message.messageId === messageId).formStates;

async function submissionOf(deliveryId: string): Promise<Json> {
  const { rows } = await sql<{ body: Buffer | null }>`
    select body from deliveries where delivery_id = ${deliveryId}`.execute(server.app.storage.db);
  return rows[0]?.body ? JSON.parse(rows[0].body.toString()) : null;
}

describe('a form that is answered', () => {
  test('answers 201 with the form, the message, the time and the queued delivery', async () => {
    const asked = await ask();
    const answer = await guest.post(asked.path, { drink: 't' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      item: { formId: 'order', messageId: asked.messageId, submittedAt: expect.stringMatching(/T.*\.\d{3}Z$/) },
      deliveries: [
        { agentId: agent.agentId, deliveryId: expect.stringMatching(/^dlv_/), dispatchedAt: null, status: 'pending' },
      ],
    });
  });

  test('reaches the agent as form.submitted, in the name of whoever opened the room and with a pseudonym', async () => {
    const asked = await ask();
    const values = { drink: 't', cups: -1.5, day: '2028-02-29', toString: 'No milk 🥛' };
    const { body } = await guest.post(asked.path, values);
    const envelope = await submissionOf(body.deliveries[0].deliveryId);
    expect(envelopeSchema.parse(envelope)).toEqual(envelope);
    expect(envelope).toMatchObject({
      event: 'form.submitted',
      conversation_id: asked.conversation,
      user: { id: owner.userId, locale: 'de-CH', timezone: 'Europe/Zurich' },
      task_id: null,
      form_submission: { values, submitted_by: expect.stringMatching(/^sub_[0-9A-HJKMNP-TV-Z]{26}$/) },
    });
    expect(envelope.messages).toBeUndefined();
    expect(JSON.stringify(envelope)).not.toContain(guest.userId);
  });

  test('is marked as answered for the person who answered, and for nobody else', async () => {
    const asked = await ask();
    await guest.post(asked.path, { drink: 't' });
    expect(await stateFor(guest, asked)).toEqual({ order: { answered: true } });
    expect(await stateFor(owner, asked)).toEqual({ order: { answered: false } });
    expect((await owner.post(asked.path, { drink: 't' })).status).toBe(201);
  });

  test('is no message of the room', async () => {
    const asked = await ask();
    const before = (await messagesOf(owner, asked.conversation)).length;
    await guest.post(asked.path, { drink: 't', toString: 'nowhere to be read' });
    const after = await messagesOf(owner, asked.conversation);
    expect(after).toHaveLength(before);
    expect(JSON.stringify(after)).not.toContain('nowhere to be read');
  });

  test('tells the other screens of the person who answered', async () => {
    const asked = await ask();
    const stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: guest.cookie });
    await eventually(server, 'the stream', () => stream.frames.length > 0);
    await guest.post(asked.path, { drink: 't' });
    const told = await eventually(server, 'the signal', () => stream.frames.find((f) => f.event === 'deliveryUpdated'));
    expect(JSON.parse(told.data)).toMatchObject({ conversationId: asked.conversation, messageId: asked.messageId });
    stream.close();
  });

  test('answers a second attempt with 409, good or bad', async () => {
    const asked = await ask();
    await guest.post(asked.path, { drink: 't' });
    for (const again of [{ drink: 't' }, { drink: 'nothing of the kind' }, []]) {
      const answer = await guest.post(asked.path, again);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'form_already_answered']);
    }
  });

  test('takes one of two simultaneous answers of a person', async () => {
    const asked = await ask();
    const answers = await Promise.all([1, 2, 3].map((cups) => guest.post(asked.path, { drink: 't', cups })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('keeps two forms of one message apart', async () => {
    const asked = await ask([order, { ...order, form_id: 'again 🍵/%' }]);
    const other = asked.path.replace('/order/', `/${encodeURIComponent('again 🍵/%')}/`);
    expect((await guest.post(asked.path, { drink: 't' })).status).toBe(201);
    expect((await guest.post(other, { drink: 't' })).body.item.formId).toBe('again 🍵/%');
  });

  test('may be answered with a reply, until the person who answered blocks the agent', async () => {
    const asked = await ask();
    const { deliveryId } = (await guest.post(asked.path, { drink: 't' })).body.deliveries[0];
    const preferences = `/v1/agents/${agent.agentId}/membership/preferences`;
    // Undelivered answers are withdrawn when the creator of the conversation blocks the agent.
    await agent.ack(deliveryId, { version: '1', status: 'accepted' });
    await owner.put(preferences, { blocked: true });
    expect((await agent.reply(deliveryId, 'Your tea.')).status).toBe(202);
    await owner.put(preferences, { blocked: false });
    await guest.put(preferences, { blocked: true });
    const refused = await agent.reply(deliveryId, 'Your tea again.');
    expect([refused.status, refused.body.error.code]).toEqual([404, 'delivery_not_found']);
    await guest.put(preferences, { blocked: false });
  });
});

describe('the pseudonym', () => {
  test('is the same each time for one agent, and another for another agent and another person', async () => {
    const other = await registerAgent(server, owner);
    const by = async (person: Person, asking: Agent) => {
      const { path } = await ask([order], [guest], asking);
      const { deliveryId } = (await person.post(path, { drink: 't' })).body.deliveries[0];
      return (await submissionOf(deliveryId)).form_submission.submitted_by;
    };
    const first = await by(guest, agent);
    expect(await by(guest, agent)).toBe(first);
    expect(new Set([first, await by(guest, other), await by(owner, agent)]).size).toBe(3);
  });
});

describe('the answers', () => {
  test('are erased when their delivery is over, and were never stored anywhere else', async () => {
    const asking = await registerAgent(server, owner);
    const relay = await asking.stream();
    const asked = await ask([order], [guest], asking);
    const { deliveryId } = (await guest.post(asked.path, { drink: 't', toString: 'a rare word' })).body.deliveries[0];
    const seen = await relay.awaitDeliveries(2);
    expect(seen[1]?.envelope.form_submission.values.toString).toBe('a rare word');
    for (const { envelope } of seen) await asking.ack(envelope.delivery_id);
    await eventually(server, 'the body to be gone', async () => (await submissionOf(deliveryId)) === null);
    relay.close();
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(server.app.storage.db);
    for (const { name } of rows) {
      const { rows: found } = await sql`
        select from ${sql.table(name)} as t where t::text like '%a rare word%'`.execute(server.app.storage.db);
      expect(found, name).toHaveLength(0);
    }
  });
});

describe('every other refusal', () => {
  const wrong: [what: string, answers: Json][] = [
    ['an undeclared key', { drink: 't', extra: 1 }],
    ['a missing required field', { cups: 1 }],
    ['null for an optional field', { drink: 't', cups: null }],
    ['null for a required field', { drink: null }],
    ['a number as text', { drink: 't', cups: '2' }],
    ['a text as a number', { drink: 't', toString: 2 }],
    ['true as a number', { drink: 't', cups: true }],
    ['an option that there is not', { drink: 'Tea' }],
    ['several options', { drink: ['t'] }],
    ['a day that there is not', { drink: 't', day: '2027-02-29' }],
    ['a month that there is not', { drink: 't', day: '2027-13-01' }],
    ['a date with a time', { drink: 't', day: '2027-01-01T00:00:00Z' }],
    ['a date in another form', { drink: 't', day: '1.2.2027' }],
    ['a text that is too long', { drink: 't', toString: 'x'.repeat(10_001) }],
    ['a key of every object', { drink: 't', constructor: 'x' }],
    ['no answers', {}],
    ['a list', [{ drink: 't' }]],
    ['a string', 'drink'],
    ['null', null],
  ];
  let asked: Asked;
  let refusal: Json;

  beforeAll(async () => {
    asked = await ask();
    refusal = refusalOf(await guest.post(asked.path.replace('/order/', '/nothing/'), { drink: 't' }));
  });

  test('is form_not_answerable', () => expect(refusal.code).toBe('form_not_answerable'));

  test.each(wrong)('has the same body for %s', async (_what, answers) => {
    const answer = await guest.post(asked.path, answers);
    expect([answer.status, refusalOf(answer)]).toEqual([404, refusal]);
  });

  test('has the same body for a number beyond a double', async () => {
    const init = { body: '{"drink":"t","cups":1e999}', headers: { 'content-type': 'application/json' } };
    const answer = await guest.send('POST', asked.path, init);
    expect([answer.status, refusalOf(answer)]).toEqual([404, refusal]);
  });

  test('leaves the form to be answered', async () => {
    expect(await stateFor(guest, asked)).toEqual({ order: { answered: false } });
  });

  test('has the same body for an outsider, and for a room, message or form that there is not', async () => {
    const outsider = await signUp(server);
    const { conversation, messageId, path } = asked;
    const attempts = [
      outsider.post(path, { drink: 't' }),
      guest.post(path.replace(conversation, nobody('cnv')), { drink: 't' }),
      guest.post(path.replace(conversation, 'cnv_x'), { drink: 't' }),
      guest.post(path.replace(messageId, nobody('msg')), { drink: 't' }),
      guest.post(path.replace(messageId, 'x'), { drink: 't' }),
      guest.post(path.replace('/order/', '/Order/'), { drink: 't' }),
      guest.post(path.replace('/order/', `/${'x'.repeat(1000)}/`), { drink: 't' }),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect([answer.status, refusalOf(answer)]).toEqual([404, refusal]);
    }
  });

  test('has the same body for a message of a person, and for one of another room', async () => {
    const { conversation, messageId, path } = asked;
    const mine = (await messagesOf(guest, conversation)).find((message) => message.author.type === 'user').messageId;
    const elsewhere = await openConversation(owner, agent, [guest]);
    for (const strange of [path.replace(messageId, mine), path.replace(conversation, elsewhere)]) {
      expect(refusalOf(await guest.post(strange, { drink: 't' }))).toEqual(refusal);
    }
  });

  test('has the same body while the agent is paused or blocked, and once it has left', async () => {
    const other = await ask();
    await owner.post(`/v1/agents/${agent.agentId}/pause`);
    expect(refusalOf(await guest.post(other.path, { drink: 't' }))).toEqual(refusal);
    await owner.post(`/v1/agents/${agent.agentId}/resume`);
    const preferences = `/v1/agents/${agent.agentId}/membership/preferences`;
    await guest.put(preferences, { blocked: true });
    expect(refusalOf(await guest.post(other.path, { drink: 't' }))).toEqual(refusal);
    await guest.put(preferences, { blocked: false });
    await owner.del(`/v1/conversations/${other.conversation}/members/${agent.agentId}`);
    expect(refusalOf(await guest.post(other.path, { drink: 't' }))).toEqual(refusal);
    await owner.post(`/v1/conversations/${other.conversation}/members`, { agentId: agent.agentId });
    expect((await guest.post(other.path, { drink: 't' })).status).toBe(201);
    await quiet(server);
  });

  test('is given at the door for a body that is not JSON', async () => {
    const asText = await guest.send('POST', asked.path, { body: 'drink=t', headers: { 'content-type': 'text/plain' } });
    expect(asText.status).toBe(415);
    const json = { 'content-type': 'application/json' };
    expect((await guest.send('POST', asked.path, { body: '{', headers: json })).status).toBe(400);
    expect((await guest.send('POST', asked.path, { body: '{"drink":"t","drink":"t"}', headers: json })).status).toBe(
      400,
    );
  });
});
