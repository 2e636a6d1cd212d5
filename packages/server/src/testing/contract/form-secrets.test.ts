import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { showForm } from './form.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliveryOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let bob: Person;

beforeAll(async () => {
  [ada, bob] = [await signUp(server), await signUp(server)];
});

const replay = (agent: Agent, deliveryId: string) =>
  ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
const submitted = async (agent: Agent, size = 'a most private size') => {
  const form = await showForm(agent, ada, await openConversation(ada, agent, [bob]));
  const { deliveries } = (await form.submit(ada, { size })).body;
  return { form, deliveryId: deliveries[0].deliveryId as string };
};

describe('§4 what is kept of an answer', () => {
  it('is erased the moment it has been delivered', async () => {
    const agent = await registerAgent(server, ada);
    const inbox = await openInbox(agent);
    const { deliveryId } = await submitted(agent);
    await inbox.awaitEnvelope('form.submitted');
    await inbox.take();
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    expectRefusal(await replay(agent, deliveryId), 409, 'delivery_body_erased');
    inbox.close();
  });

  it('is erased once the last attempt has failed', async () => {
    const agent = await registerAgent(server, ada);
    const { deliveryId } = await submitted(agent);
    for (const [index, seconds] of [66, 330, 1980, 7920].entries()) {
      await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: index + 1 });
      await server.clock.leap(seconds * 1000 + 2_000);
    }
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 5 });
    expect((await deliveryOf(agent, deliveryId)).nextAttemptAt).toBeNull();
    expectRefusal(await replay(agent, deliveryId), 409, 'delivery_body_erased');
  }, 60_000);

  it('is never in the log of the agent’s owner', async () => {
    const agent = await registerAgent(server, ada);
    const { deliveryId } = await submitted(agent);
    expect(JSON.stringify(await deliveryOf(agent, deliveryId))).not.toContain('private size');
  });

  it('is that the form was answered, for who answered it alone', async () => {
    const agent = await registerAgent(server, ada);
    const form = await showForm(agent, ada, await openConversation(ada, agent, [bob]));
    expect(await form.stateFor(ada)).toEqual({ answered: false });
    await form.submit(ada, { size: 'large' });
    expect(await form.stateFor(ada)).toEqual({ answered: true });
    expect(await form.stateFor(bob)).toEqual({ answered: false });
  });

  it('is shown alike where the message is read alone', async () => {
    const agent = await registerAgent(server, ada);
    const form = await showForm(agent, ada, await openConversation(ada, agent));
    await form.submit(ada, { size: 'large' });
    const { item } = (await ada.get(`/v1/conversations/${form.conversation}/messages/${form.messageId}`)).body;
    expect(item.formStates).toEqual({ order: { answered: true } });
    expect(JSON.stringify(item)).not.toContain('large');
  });
});

describe('§4 submitted_by', () => {
  /** Returns the pseudonyms under which each of these people answers a form of this agent. */
  const pseudonyms = async (agent: Agent, people: Person[]): Promise<string[]> => {
    const inbox = await openInbox(agent);
    const form = await showForm(agent, ada, await openConversation(ada, agent, [bob]));
    const names: string[] = [];
    for (const person of people) {
      const { deliveries } = (await form.submit(person, { size: 'a' })).body;
      const fits = (envelope: { delivery_id: string }) => envelope.delivery_id === deliveries[0].deliveryId;
      names.push((await inbox.awaitEnvelope('form.submitted', fits)).form_submission.submitted_by);
    }
    inbox.close();
    return names;
  };

  it('is the same for one person and one agent, and differs between people and between agents', async () => {
    const [one, two] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    const [adaAtOne, bobAtOne] = await pseudonyms(one, [ada, bob]);
    expect(await pseudonyms(one, [ada, bob])).toEqual([adaAtOne, bobAtOne]);
    const [adaAtTwo, bobAtTwo] = await pseudonyms(two, [ada, bob]);
    expect(new Set([adaAtOne, bobAtOne, adaAtTwo, bobAtTwo]).size).toBe(4);
    for (const name of [adaAtOne, bobAtOne, adaAtTwo, bobAtTwo]) expect(name).toMatch(/^sub_.{26}$/);
  });
});
