import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { fields, formPath, showForm } from './form.ts';
import { refusalOf, type Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let cyd: Person;
let agent: Agent;
let conversation: string;
let inbox: Inbox;
let refused: Json;

beforeAll(async () => {
  [ada, bob, cyd] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent, [bob]);
  inbox = await openInbox(agent);
  refused = refusalOf(await ada.post(formPath(nobody('cnv'), nobody('msg'), 'f'), {}));
});

const shown = (change = {}) => showForm(agent, ada, conversation, change);
const submission = (deliveryId: string) =>
  inbox.awaitEnvelope('form.submitted', (envelope) => envelope.delivery_id === deliveryId);

describe('§4 answering a form', () => {
  it('answers with what was submitted and the delivery to its author', async () => {
    const form = await shown();
    const answer = await form.submit(ada, { size: 'large' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      item: { formId: 'order', messageId: form.messageId, submittedAt: expect.stringMatching(time) },
      deliveries: [expect.objectContaining({ agentId: agent.agentId, deliveryId: expect.stringMatching(idOf('dlv')) })],
    });
  });

  it('delivers form.submitted with the values and a pseudonym in the place of messages', async () => {
    const form = await shown();
    const values = { size: 'large', count: 2.5, day: '2028-02-29', color: 'g' };
    const { deliveries } = (await form.submit(ada, values)).body;
    const envelope = await submission(deliveries[0].deliveryId);
    expect(envelope.form_submission).toEqual({ values, submitted_by: expect.stringMatching(/^sub_.{26}$/) });
    expect(envelope).toMatchObject({ conversation_id: conversation, agent_id: agent.agentId, task_id: null });
    expect(envelope).not.toHaveProperty('messages');
  });

  it('names who opened the room as the user, whoever answered, and never who answered', async () => {
    const { deliveries } = (await (await shown()).submit(bob, { size: 'small' })).body;
    const envelope = await submission(deliveries[0].deliveryId);
    expect(envelope.user.id).toBe(ada.userId);
    expect(JSON.stringify(envelope)).not.toContain(bob.userId);
    expect(JSON.stringify(envelope)).not.toContain(bob.handle);
  });

  it('posts no message', async () => {
    const form = await shown();
    const before = await messagesOf(ada, conversation, '?limit=200');
    await form.submit(ada, { size: 'a most private size' });
    const after = await messagesOf(ada, conversation, '?limit=200');
    expect(after).toHaveLength(before.length);
    expect(JSON.stringify(after)).not.toContain('most private');
  });

  it('lets the agent reply to it', async () => {
    const { deliveries } = (await (await shown()).submit(ada, { size: 'large' })).body;
    expect((await agent.reply(deliveries[0].deliveryId, 'thank you')).status).toBe(202);
  });

  it.each([
    ['a text of 10000 characters', { size: 'ö'.repeat(10_000) }],
    ['a text of 10000 characters beyond the first plane', { size: '🦜'.repeat(10_000) }],
    ['zero', { size: 'a', count: 0 }],
    ['a negative fraction', { size: 'a', count: -0.5 }],
    ['the last day of a leap February', { size: 'a', day: '2028-02-29' }],
    ['the payload of an option', { size: 'a', color: 'r' }],
    ['required fields alone', { size: 'a' }],
  ])('takes %s', async (_what, values) => {
    expect((await (await shown()).submit(ada, values)).status).toBe(201);
  });
});

describe('§4 every refusal but a repeated answer', () => {
  it('is 404 form_not_answerable', () => {
    expect(refused).toMatchObject({ code: 'form_not_answerable' });
  });

  it.each([
    ['a required field missing', {}],
    ['a required field null', { size: null }],
    ['an optional field null', { size: 'a', count: null }],
    ['a field that is not declared', { size: 'a', smell: 'b' }],
    ['a member that every object has', { size: 'a', constructor: 'b' }],
    ['a name in another case', { Size: 'a' }],
    ['a number for a text', { size: 7 }],
    ['a list for a text', { size: ['a'] }],
    ['a text one character too long', { size: 'x'.repeat(10_001) }],
    ['a text for a number', { size: 'a', count: '7' }],
    ['a truth for a number', { size: 'a', count: true }],
    ['a day that is not there', { size: 'a', day: '2027-02-29' }],
    ['a thirteenth month', { size: 'a', day: '2027-13-01' }],
    ['a day cut short', { size: 'a', day: '2027-2-3' }],
    ['a day with a time', { size: 'a', day: '2027-02-03T00:00:00Z' }],
    ['a number for a day', { size: 'a', day: 20270203 }],
    ['an option’s label', { size: 'a', color: 'Red' }],
    ['an option that is not there', { size: 'a', color: 'b' }],
    ['a list of options', { size: 'a', color: ['r'] }],
    ['a list', []],
    ['a text', 'size'],
    ['null', null],
  ])('meets %s', async (_what, values) => {
    const form = await shown();
    const answer = await form.submit(ada, values);
    expect(answer.status).toBe(404);
    expect(refusalOf(answer)).toEqual(refused);
    expect((await form.submit(ada, { size: 'right' })).status).toBe(201);
  });

  it('meets a member that JSON can name and objects treat apart', async () => {
    const form = await shown();
    const headers = { 'content-type': 'application/json' };
    const body = '{"size":"a","__proto__":{"color":"b"}}';
    const answer = await ada.send('POST', formPath(conversation, form.messageId, 'order'), { body, headers });
    expect(answer.status).toBe(404);
    expect(refusalOf(answer)).toEqual(refused);
  });

  it('meets a number too great to be finite', async () => {
    const form = await shown();
    const headers = { 'content-type': 'application/json' };
    const body = '{"size":"a","count":1e999}';
    const answer = await ada.send('POST', formPath(conversation, form.messageId, 'order'), { body, headers });
    expect(answer.status).toBe(404);
    expect(refusalOf(answer)).toEqual(refused);
  });

  it('meets an outsider, another room, another message, another form and a person’s message', async () => {
    const form = await shown();
    const values = { size: 'a' };
    const elsewhere = await openConversation(ada, agent);
    const { messageId: own } = await say(ada, conversation, 'mine');
    const answers = [
      await form.submit(cyd, values),
      await ada.post(formPath(elsewhere, form.messageId, 'order'), values),
      await ada.post(formPath(conversation, nobody('msg'), 'order'), values),
      await ada.post(formPath(conversation, form.messageId, 'other'), values),
      await ada.post(formPath(conversation, own, 'order'), values),
      await ada.post(formPath(nobody('cnv'), form.messageId, 'order'), values),
      await ada.post(formPath('nonsense', 'nonsense', 'order'), values),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(refusalOf(answer)).toEqual(refused);
    }
  });

  it('meets who has left the room, and everybody once the agent has', async () => {
    const own = await openConversation(ada, agent, [bob]);
    const form = await showForm(agent, ada, own);
    await bob.del(`/v1/conversations/${own}/members/${bob.userId}`);
    expect(refusalOf(await form.submit(bob, { size: 'a' }))).toEqual(refused);
    await ada.del(`/v1/conversations/${own}/members/${agent.agentId}`);
    expect(refusalOf(await form.submit(ada, { size: 'a' }))).toEqual(refused);
  });

  it('meets a person who has blocked the agent', async () => {
    const form = await shown();
    const preferences = `/v1/agents/${agent.agentId}/membership/preferences`;
    await ada.put(preferences, { blocked: true });
    const answer = await form.submit(ada, { size: 'a' });
    await ada.put(preferences, { blocked: false });
    expect(answer.status).toBe(404);
    expect(refusalOf(answer)).toEqual(refused);
  });

  it('does not meet what is not JSON, nor who has no session', async () => {
    const path = formPath(conversation, nobody('msg'), 'order');
    const headers = { 'content-type': 'application/json' };
    expectRefusal(await ada.send('POST', path, { body: 'not json', headers }), 400, 'malformed_request');
    expectRefusal(
      await ada.send('POST', path, { body: '{}', headers: { ...headers, cookie: '' } }),
      401,
      'unauthenticated',
    );
  });
});

describe('§4 answering twice', () => {
  it('is refused, and delivers once', async () => {
    const form = await shown();
    expect((await form.submit(ada, { size: 'a' })).status).toBe(201);
    expectRefusal(await form.submit(ada, { size: 'b' }), 409, 'form_already_answered');
    expectRefusal(await form.submit(ada, { size: 'a' }), 409, 'form_already_answered');
  });

  it('is refused also where both arrive at once', async () => {
    const form = await shown();
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((size) => form.submit(ada, { size })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('is fine for somebody else in the room', async () => {
    const form = await shown();
    expect((await form.submit(ada, { size: 'a' })).status).toBe(201);
    expect((await form.submit(bob, { size: 'a' })).status).toBe(201);
  });

  it('is fine for another form of the same name, in another message', async () => {
    expect((await (await shown()).submit(ada, { size: 'a' })).status).toBe(201);
    expect((await (await shown()).submit(ada, { size: 'a' })).status).toBe(201);
  });
});

describe('§4 forms that are refused when they are shown', () => {
  const refusedForm = async (blocks: Json[], reason: string) => {
    const answer = await agent.reply(await deliver(ada, conversation, 'a form, please'), blocks);
    expectRefusal(answer, 400, 'block_invalid');
    expect(answer.body.error.reason).toBe(reason);
  };

  it('are two with one id in one message', async () => {
    const form = { type: 'form', form_id: 'twice', fields };
    await refusedForm([form, { type: 'text', text: 'and' }, form], 'duplicate_form_id');
  });

  it('are those with two fields of one name', async () => {
    await refusedForm([{ type: 'form', form_id: 'f', fields: [...fields, fields[0]] }], 'duplicate_field');
  });
});

describe('§10 a form that is submitted without a body', () => {
  it.each([
    ['none', {}],
    ['an empty one', { body: '', headers: { 'content-type': 'application/json' } }],
  ])('of %s is 400 and leaves the answer to be given', async (_what, init) => {
    const optional = [{ name: 'size', label: 'Size', field_type: 'text' }];
    const form = await showForm(agent, ada, await openConversation(ada, agent), { fields: optional });
    const answer = await ada.send('POST', formPath(form.conversation, form.messageId, form.formId), init);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_request']);
    expect(await form.stateFor(ada)).toEqual({ answered: false });
    expect((await form.submit(ada, {})).status).toBe(201);
  });
});
