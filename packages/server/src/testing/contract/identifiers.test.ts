import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import { png, uploaded } from './files.ts';
import { deliver } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf } from './shapes.ts';
import { giveTask } from './task.ts';

const server = useServer();
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, ['coin.charge']);
});

/** Creates one of each kind and returns its id. */
const made: [string, string, () => Promise<string>][] = [
  ['user', 'usr', async () => desk.person.userId],
  ['agent', 'agt', async () => desk.agent.agentId],
  ['credential', 'cred', async () => desk.agent.credentialId],
  ['conversation', 'cnv', async () => desk.conversation],
  ['message', 'msg', async () => (await desk.agent.reply(desk.deliveryId, 'here')).body.message_id],
  ['delivery', 'dlv', () => deliver(desk.person, desk.conversation, 'hello')],
  ['asset', 'ast', () => uploaded(desk.person, png)],
  ['task', 'tsk', async () => (await giveTask(desk.person, desk.conversation)).item.taskId],
  ['approval', 'apr', async () => (await desk.ask('coin.charge', { amount: 1, reason: 'tea' })).approvalId],
  ['invocation', 'inv', async () => (await desk.ask('coin.charge', { amount: 2, reason: 'tea' })).invocationId],
  [
    'schedule',
    'sch',
    async () => {
      const body = { cron: '0 9 * * 1', text: 'tick' };
      return (await desk.person.post(`/v1/conversations/${desk.conversation}/schedules`, body)).body.item.scheduleId;
    },
  ],
  [
    'notification',
    'ntf',
    async () => {
      await desk.agent.reply(desk.deliveryId, 'news');
      return (await desk.person.get('/v1/notifications')).body.items[0].notificationId;
    },
  ],
];

describe('§1 Identifier shapes', () => {
  it.each(made)('an id of %s begins with its prefix and ends with a ULID', async (_kind, prefix, make) => {
    expect(await make()).toMatch(idOf(prefix));
  });
});
