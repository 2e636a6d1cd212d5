import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createWorld } from '@parley/testing';
import { withHandlers, type Kept } from './agent.ts';

const scopes = ['schedule.write', 'decision.request'];
const shop = 'https://shop.example/';

/** A world with a site that can be down, and what was restarted. */
async function begin(t: TestContext) {
  const site = { status: 200, restarted: [] as unknown[] };
  const outside: typeof fetch = async (input, init) => {
    if (input === shop) return new Response('', { status: site.status });
    assert.equal(input, 'https://ops.example/restart');
    site.restarted.push(JSON.parse(init?.body as string));
    return new Response('');
  };
  const world = await createWorld({ clock: '2026-01-31T09:00:00Z' });
  t.after(() => world.close());
  const requested_scopes = scopes.map((scope) => ({ scope, reason: 'To watch.' }));
  const agent = await world.agent<Kept>(
    (one) => withHandlers(one, { fetch: outside, restartUrl: 'https://ops.example/restart' }),
    { manifest: { requested_scopes } },
  );
  return { world, agent, site, ada: await world.person('ada') };
}

test('it says what goes down, restarts it where it may, and says when it is back', { timeout: 60_000 }, async (t) => {
  const { world, site, ada } = await begin(t);
  await ada.grants(scopes);
  await ada.says(`watch ${shop}`);
  await ada.sees('Now: it answers.');
  await world.clock.advance('5m');
  await ada.seesNo('Down');
  site.status = 503;
  await world.clock.advance('5m');
  await ada.sees(`Down: ${shop} (it answers 503)`);
  assert.deepEqual(site.restarted, []);
  await ada.approves(`Restart ${shop}`);
  await ada.sees(`I restarted ${shop}.`);
  assert.deepEqual(site.restarted, [{ url: shop }]);
  site.status = 200;
  await world.clock.advance('5m');
  await ada.sees(`Up again: ${shop}`);
});

test(
  'it restarts nothing that a person denies, and looks no more at what it is to forget',
  { timeout: 60_000 },
  async (t) => {
    const { world, agent, site, ada } = await begin(t);
    await ada.says(`watch ${shop}`);
    await ada.sees('Allow me schedule.write');
    await ada.grants(scopes);
    await ada.says(`watch ${shop}`);
    await ada.sees('every five minutes');
    site.status = 500;
    await world.clock.advance('5m');
    await ada.denies(`Restart ${shop}`);
    await ada.says(`forget ${shop}`);
    const { conversationId } = await ada.sees('Forgotten.');
    assert.deepEqual(site.restarted, []);
    assert.deepEqual(await agent.storeOf<Kept>({ conversationId }).get('urls'), []);
    assert.equal(await agent.storeOf<Kept>({ conversationId }).get('scheduleId'), null);
  },
);
