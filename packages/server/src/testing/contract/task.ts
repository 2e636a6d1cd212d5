import type { Agent, Signing } from './agent.ts';
import type { Answer, Json } from './http.ts';
import type { Person } from './person.ts';

/** Gives a task to the agent of a conversation. Resolves to the answer's body. */
export async function giveTask(person: Person, conversation: string, change: Json = {}): Promise<Json> {
  const body = { title: 'Water the plants', instructions: 'All of them, please.', ...change };
  const answer = await person.post(`/v1/conversations/${conversation}/tasks`, body);
  if (answer.status !== 201) throw new Error(`Giving a task answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Sends an agent's update of the task of a delivery. */
export function updateTask(
  agent: Agent,
  deliveryId: string,
  status: string,
  more: Json = {},
  signing: Signing = {},
): Promise<Answer> {
  return agent.send('/hooks/v1/task', { version: '1', in_reply_to_delivery_id: deliveryId, status, ...more }, signing);
}

/** Returns a task with its history, as this person reads it. */
export async function readTask(person: Person, taskId: string): Promise<Json> {
  const answer = await person.get(`/v1/tasks/${taskId}`);
  if (answer.status !== 200) throw new Error(`Reading a task answered ${answer.status}: ${answer.text}`);
  return answer.body.item;
}
