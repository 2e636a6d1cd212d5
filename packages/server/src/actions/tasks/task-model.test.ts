import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TaskStatus } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openConversation } from '../../testing/contract/conversation.ts';
import { giveTask, readTask, updateTask } from '../../testing/contract/task.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;
let keys = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

afterAll(() => server.stop());

const ends = ['completed', 'failed', 'cancelled'];

/** A second implementation of tasks, written from the specification. */
class Model {
  history: TaskStatus[] = ['created', 'assigned'];
  note: string | null = null;

  get status(): TaskStatus {
    return this.history.at(-1) as TaskStatus;
  }

  /** Returns the expected answer to an update: its status code and whether it was applied. */
  update(to: TaskStatus, note: string | null): [status: number, applied: boolean | null] {
    if (ends.includes(this.status)) return [409, null];
    const applied = this.status !== to;
    if (applied || note !== null) this.history.push(to);
    this.note = note ?? this.note;
    return [202, applied];
  }

  cancel(): number {
    if (ends.includes(this.status)) return 409;
    this.history.push('cancelled');
    return 200;
  }
}

const update = fc.record({
  to: fc.constantFrom<TaskStatus>('in_progress', 'awaiting_approval', 'completed', 'failed'),
  note: fc.option(fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }), { freq: 2 }),
});
const cancel = fc.constant('cancel' as const);
/** Most steps continue the task, so that long histories occur. */
const step = fc.oneof(
  { weight: 3, arbitrary: update.filter(({ to }) => !ends.includes(to)) },
  { weight: 1, arbitrary: update },
  { weight: 1, arbitrary: cancel },
);

test('whatever an agent and a person do, a task goes where the specification says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const model = new Model();
      const { item, deliveries } = await giveTask(ada, await openConversation(ada, agent));
      for (const what of steps) {
        await server.clock.advance(1000);
        if (what === 'cancel') {
          expect((await ada.post(`/v1/tasks/${item.taskId}/cancel`)).status).toBe(model.cancel());
          continue;
        }
        const more = what.note === null ? {} : { note: what.note };
        const key = `key ${keys++}`;
        const answer = await updateTask(agent, deliveries[0].deliveryId, what.to, more, { key });
        expect([answer.status, answer.body.applied ?? null]).toEqual(model.update(what.to, what.note));
      }
      const task = await readTask(ada, item.taskId);
      expect([task.status, task.note]).toEqual([model.status, model.note]);
      expect(task.history.map((entry: { status: string }) => entry.status)).toEqual(model.history);
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('of a person and an agent who end a task at the same time, one does', async () => {
  for (let i = 0; i < 5; i++) {
    await server.clock.advance(1000);
    const { item, deliveries } = await giveTask(ada, await openConversation(ada, agent));
    const [ended, cancelled] = await Promise.all([
      updateTask(agent, deliveries[0].deliveryId, 'completed'),
      ada.post(`/v1/tasks/${item.taskId}/cancel`),
    ]);
    const outcomes = [ended.status, cancelled.status];
    expect([
      [202, 409],
      [409, 200],
    ]).toContainEqual(outcomes);
    expect((await readTask(ada, item.taskId)).status).toBe(ended.status === 202 ? 'completed' : 'cancelled');
  }
});
