import { afterEach, expect, test } from 'vitest';
import { asked, notAsked } from './assert.ts';
import { resolutionOf } from './people/resolution.ts';
import { Refused } from './people/session.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';
import './vitest.ts';

/** Run from its sources, the package makes its database first. */
const patience = { timeout: 180_000 };

let world: World | undefined;
afterEach(() => world?.close(), 60_000);
const begin = async (options?: WorldOptions) => (world = await createWorld(options));

const manifest = {
  handle: 'shop',
  requested_scopes: [{ scope: 'coin.charge', reason: 'To sell you plants.' }],
};

/** A world with Ada and a shop that charges what she says. */
async function openShop() {
  const world = await begin({ clock: '2026-01-31T09:00:00Z' });
  await world.agent(
    (agent) =>
      agent.hears(/^pay (\d+)$/, async (ctx) => {
        const { outcome, reason } = await ctx.invoke('coin.charge', { amount: Number(ctx.match[1]), reason: 'Soil' });
        await ctx.reply(`Payment ${outcome}${reason === null ? '' : `: ${reason}`}.`);
      }),
    { manifest },
  );
  const ada = await world.person('ada');
  await ada.grants('coin.charge');
  return { world, ada };
}

test('a person lets equal calls run without a question, within bounds, and ends that', patience, async () => {
  const { ada } = await openShop();
  await ada.says('pay 3');
  const { state, standingGrant } = await ada.approves('Pay 3', {
    until: '2d',
    max: { amount: { perCall: 5, total: 20 } },
    equal: ['reason'],
    uses: 3,
  });
  expect(state).toBe('approved');
  expect(standingGrant).toMatchObject({
    until: expect.stringMatching(/^2026-02-02T09:00:0/),
    uses: 3,
    used: 1,
    max: [{ path: '/amount', perCall: 5, total: 20, spent: 3 }],
    equal: [{ path: '/reason', value: 'Soil' }],
  });
  await ada.says('pay 4');
  await ada.sees('Payment succeeded.');
  await expect(ada).not.toBeAsked();
  await notAsked(ada, 'Pay 4');
  await ada.says('pay 6');
  await expect(ada).toBeAsked(/6/);
  await asked(ada, '6');
  await expect(ada.isNotAsked()).rejects.toThrow(/ada was not to be asked, and is: .*6/);
  await ada.denies(/6/);
  expect(await ada.standingGrants()).toMatchObject([{ grantId: standingGrant.grantId, used: 2 }]);
  await ada.ends(standingGrant);
  expect(await ada.standingGrants()).toEqual([]);
  expect(await ada.standingGrants('revoked')).toHaveLength(1);
  await ada.says('pay 1');
  await ada.approves({ action: /\b1\b/, until: new Date('2026-01-31T10:00:00Z'), max: { '/amount': { total: 1 } } });
  expect(await ada.standingGrants('spent')).toMatchObject([{ until: '2026-01-31T10:00:00.000Z' }]);
});

test('a person edits and deletes what they said, and an agent what it said', patience, async () => {
  const world = await begin();
  const edited: number[] = [];
  await world.agent((agent) =>
    agent.on('message.created', async (ctx) => {
      const sent = await ctx.reply(`Looking for ${ctx.text} …`);
      edited.push((await sent.edit(`Found ${ctx.text}.`)).revision);
    }),
  );
  const ada = await world.person('ada');
  await ada.says('tea');
  await ada.sees('Found tea.');
  expect(edited).toEqual([1]);
  await ada.edits('tea', 'green tea');
  expect((await ada.messages()).map(({ body }) => body)).toContain('green tea');
  const [own] = (await ada.messages()).filter(({ body }) => body === 'green tea');
  expect(own).toMatchObject({ revision: 1 });
  await ada.deletes(/^green tea$/);
  expect((await ada.messages()).find(({ messageId }) => messageId === own?.messageId)?.deleted).toBe(true);
  await expect(ada.edits('green tea', 'black tea')).rejects.toThrow('ada has said nothing that shows "green tea".');
  const answer = (await ada.messages()).findLast(({ author }) => author.type === 'agent');
  if (answer) await expect(ada.edits(answer, 'mine')).rejects.toThrow(Refused);
  expect(answer).toBeDefined();
});

test('a message that comes meanwhile steers the handler that runs', patience, async () => {
  const world = await begin();
  await world.agent((agent) =>
    agent.on('message.created', { overlap: 'steer' }, async (ctx) => {
      const wishes = [ctx.text];
      for await (const more of ctx.steers()) {
        if (more.text === 'that is all') break;
        wishes.push(more.text);
      }
      await ctx.reply(`An order of ${wishes.join(', ')}.`);
    }),
  );
  const ada = await world.person('ada');
  for (const words of ['tea', 'cake', 'that is all']) await ada.says(words);
  await ada.sees('An order of tea, cake.');
});

test('what a person says of a decision becomes what the platform takes', () => {
  expect(resolutionOf('denied', { reason: 'Too dear.' }, 0)).toEqual({ decision: 'denied', reason: 'Too dear.' });
  const how = {
    option: 'garden',
    arguments: { guests: 5 },
    reason: 'Bea too.',
    until: 60_000,
    equal: ['', 'a/b', '/c'],
  };
  expect(resolutionOf('approved', { ...how, anyConversation: true }, 0)).toEqual({
    decision: 'approved',
    option: 'garden',
    arguments: { guests: 5 },
    reason: 'Bea too.',
    standing: { until: '1970-01-01T00:01:00.000Z', equal: ['', '/a~1b', '/c'], anyConversation: true },
  });
});
