import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { StoreInMemory } from '@parley/agent-sdk';
import { createWorld } from '@parley/testing';
import { withBridge } from './agent.ts';
import { Slack } from './slack.ts';

const signingSecret = 'a secret';

/** A world with the agent, and a Slack that says what was posted to it. */
async function begin(t: TestContext) {
  const posted: string[] = [];
  const slackApi: typeof fetch = async (input, init) => {
    const fields = init?.body as URLSearchParams;
    if (input === 'https://slack.com/api/users.info') return Response.json({ ok: true, user: { name: 'bea' } });
    assert.equal(input, 'https://slack.com/api/chat.postMessage');
    if (fields.get('text') === 'too much') return Response.json({ ok: false, error: 'ratelimited' });
    posted.push(`${fields.get('channel')}: ${fields.get('text')}`);
    return Response.json({ ok: true });
  };
  const slack = new Slack({ signingSecret, token: 'xoxb-1', channel: 'C1', fetch: slackApi });
  const world = await createWorld();
  t.after(() => world.close());
  let receive: (request: Request) => Promise<Response> = () => Promise.reject(new Error('The agent has not started.'));
  const requested_scopes = [{ scope: 'proactive.message', reason: 'To bring Slack here.' }];
  await world.agent((agent) => void (receive = withBridge(agent, slack, new StoreInMemory())), {
    manifest: { requested_scopes },
  });
  return { ada: await world.person('ada'), world, posted, receive };
}

function signed(body: object, secret = signingSecret, at = Date.now()): Request {
  const [timestamp, text] = [String(Math.floor(at / 1000)), JSON.stringify(body)];
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex');
  const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` };
  return new Request('http://slack/events', { method: 'POST', headers, body: text });
}

const said = (text: string, more: object = {}) => ({
  type: 'event_callback',
  event_id: `Ev-${text}`,
  event: { type: 'message', channel: 'C1', user: 'U1', text, ...more },
});

test('a channel and a conversation are one', { timeout: 60_000 }, async (t) => {
  const { ada, world, posted, receive } = await begin(t);
  await ada.says('link');
  await ada.sees('Allow me proactive.message');
  await ada.grants('proactive.message');
  await ada.says('link');
  await ada.sees('Linked.');
  await ada.says('a < b');
  await world.until(() => posted.length === 1);
  assert.deepEqual(posted, ['C1: a &lt; b']);

  assert.equal((await receive(signed(said('hello &amp; bye')))).status, 200);
  await ada.sees('bea: hello & bye');
  await receive(signed(said('hello &amp; bye')));
  await receive(signed(said('I am a bot', { bot_id: 'B1' })));
  await receive(signed(said('elsewhere', { channel: 'C2' })));
  await ada.seesNo(/bot|elsewhere/);
  const same = (await ada.messages()).filter(({ blocks }) => JSON.stringify(blocks).includes('hello & bye'));
  assert.equal(same.length, 1);

  await ada.says('unlink');
  await ada.sees('No longer linked.');
  await receive(signed(said('later')));
  await ada.seesNo('later');
});

test('what Slack did not sign, or signed long ago, is refused', { timeout: 60_000 }, async (t) => {
  const { receive } = await begin(t);
  const challenge = { type: 'url_verification', challenge: 'abc' };
  assert.equal(await (await receive(signed(challenge))).text(), 'abc');
  assert.equal((await receive(signed(challenge, 'another secret'))).status, 401);
  assert.equal((await receive(signed(challenge, signingSecret, Date.now() - 301_000))).status, 401);
  assert.equal((await receive(new Request('http://slack/events', { method: 'POST', body: '{}' }))).status, 401);
});
