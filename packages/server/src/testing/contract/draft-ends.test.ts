import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { giveTask, updateTask } from './task.ts';

const server = useServer();
const partial = { partial: true };
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

interface Drafting {
  agent: Agent;
  conversation: string;
  deliveryId: string;
  taskId: string;
  messageId: string;
}

/** Returns an agent with an open draft in answer to a task. */
async function drafting(): Promise<Drafting> {
  const agent = await registerAgent(server, ada);
  const conversation = await openConversation(ada, agent);
  const { item, deliveries } = await giveTask(ada, conversation);
  const [{ deliveryId }] = deliveries;
  const { messageId } = await begin(agent, deliveryId);
  return { agent, conversation, deliveryId, taskId: item.taskId, messageId };
}

let begun = 0;

async function begin(agent: Agent, deliveryId: string) {
  begun += 1;
  const { status, body } = await agent.reply(deliveryId, `so far ${begun}`, partial);
  expect(status).toBe(202);
  return { messageId: body.message_id as string };
}

const draftsIn = async (conversation: string) =>
  (await messagesOf(ada, conversation)).filter((message) => message.partial);
const pathOf = ({ agent }: Drafting) => `/v1/agents/${agent.agentId}`;

describe('§10 a draft ends with its cause', () => {
  const causes: [string, (at: Drafting) => Promise<{ status: number }>][] = [
    ['the end of its task', ({ agent, deliveryId }) => updateTask(agent, deliveryId, 'completed')],
    ['the failure of its task', ({ agent, deliveryId }) => updateTask(agent, deliveryId, 'failed', { note: 'No.' })],
    ['the cancelling of its task', ({ taskId }) => ada.post(`/v1/tasks/${taskId}/cancel`)],
    ['the pause of its agent', (at) => ada.post(`${pathOf(at)}/pause`)],
    ['the deletion of its agent', (at) => ada.del(pathOf(at))],
    [
      'the removal of its agent',
      ({ agent, conversation }) => ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`),
    ],
  ];

  it.each(causes)('is dropped by %s, and everyone is told', async (_cause, end) => {
    const at = await drafting();
    expect(await draftsIn(at.conversation)).toHaveLength(1);
    const signals = await openSignals(server, ada);
    expect((await end(at)).status).toBeLessThan(300);
    expect(await draftsIn(at.conversation)).toEqual([]);
    const alone = await ada.get(`/v1/conversations/${at.conversation}/messages/${at.messageId}`);
    expect(alone.status).toBe(404);
    await signals.awaitSignal('conversationUpdated', { conversationId: at.conversation });
    signals.close();
  });

  it('does not come back with the agent that is resumed, nor with one that is seated again', async () => {
    const at = await drafting();
    await ada.post(`${pathOf(at)}/pause`);
    await ada.post(`${pathOf(at)}/resume`);
    expect(await draftsIn(at.conversation)).toEqual([]);
    const next = await begin(at.agent, at.deliveryId);
    expect(next.messageId).not.toBe(at.messageId);
    await ada.del(`/v1/conversations/${at.conversation}/members/${at.agent.agentId}`);
    await ada.post(`/v1/conversations/${at.conversation}/members`, { agentId: at.agent.agentId });
    expect(await draftsIn(at.conversation)).toEqual([]);
  });

  it('stays where something else ends: another task, a move that ends nothing, another agent', async () => {
    const [at, other] = [await drafting(), await drafting()];
    const { deliveries } = await giveTask(ada, at.conversation);
    await updateTask(at.agent, deliveries[0].deliveryId, 'completed');
    await updateTask(at.agent, at.deliveryId, 'in_progress');
    await ada.post(`${pathOf(other)}/pause`);
    expect(await draftsIn(at.conversation)).toMatchObject([{ messageId: at.messageId }]);
  });

  it('stays where its task ends but it answers something else', async () => {
    const at = await drafting();
    const { messageId } = await begin(at.agent, await deliver(ada, at.conversation, 'And this?'));
    await updateTask(at.agent, at.deliveryId, 'completed');
    expect(await draftsIn(at.conversation)).toMatchObject([{ messageId }]);
  });
});
