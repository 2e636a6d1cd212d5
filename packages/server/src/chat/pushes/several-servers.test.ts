import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { personWith, signUp } from '../../testing/contract/person.ts';
import { openBrowser, openPushService, vapidOf, type PushService } from '../../testing/contract/push-receiver.ts';
import { openConversation, say } from '../../testing/contract/conversation.ts';
import { postgres } from '../../testing/databases-under-test.ts';
import { canShare, openTwoServers, type TwoServers } from '../../testing/durability/two-servers.ts';
import { fakeClock } from '../../testing/fake-clock.ts';

const clock = fakeClock();

describe(`§13 pushes of two servers on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  let servers: TwoServers;
  let service: PushService;

  beforeAll(async () => {
    service = await openPushService();
    servers = await openTwoServers(clock, { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  }, 60_000);
  afterAll(async () => {
    service.close();
    await servers.close();
  });

  const at = (index: 0 | 1) => servers.at(index);

  it('have one key, and go out from either, wherever the browser was subscribed', async () => {
    const [ada, ben, browser] = [await signUp(at(0)), await signUp(at(1)), await openBrowser()];
    const conversation = await openConversation(ben, null, [ada]);
    const keys = { p256dh: browser.p256dh, auth: browser.auth };
    const answer = await ada.post('/v1/push/subscriptions', { endpoint: `${service.origin}/ada`, keys });
    expect(answer.status).toBe(201);
    // The bus decides when the other server gets the signal. Until then that server sends no pushes.
    await vi.waitFor(async () => {
      await say(ben, conversation, 'hello');
      expect(service.received.length).toBeGreaterThan(0);
    }, 15_000);
    const before = service.received.length;
    await say(personWith(at(0), ben.cookie, ben), conversation, 'from the first');
    await say(ben, conversation, 'from the second');
    await vi.waitFor(() => expect(service.received.length).toBeGreaterThanOrEqual(before + 2), 15_000);
    const pushed = await Promise.all(service.received.map(vapidOf));
    expect(new Set(pushed.map(({ key }) => key)).size).toBe(1);
    expect(await browser.read(service.received[0]!)).toEqual({ kind: 'message', conversationId: conversation });
  });
});
