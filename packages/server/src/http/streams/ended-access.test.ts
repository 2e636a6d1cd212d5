import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newToken } from '../../testing/contract/bearer.ts';
import { openSignals, type Signals } from '../../testing/contract/browser.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { postgres } from '../../testing/databases-under-test.ts';
import { canShare, openTwoServers, type TwoServers } from '../../testing/durability/two-servers.ts';
import { fakeClock } from '../../testing/fake-clock.ts';

const clock = fakeClock();

describe(`§11 streams on one of two servers on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  let servers: TwoServers;

  beforeAll(async () => {
    servers = await openTwoServers(clock);
  }, 60_000);
  afterAll(async () => {
    await servers.close();
  });

  const at = (index: 0 | 1) => servers.at(index);
  const opened = (person: Person, headers: Record<string, string> = {}) => openSignals(at(1), person, headers);
  // The clock does not move, so no heartbeat can reveal the end.
  const expectEnd = (stream: Signals) => vi.waitFor(() => expect(stream.ended).toBe(true), 10_000);

  it('close as soon as their session is ended on the other', async () => {
    const ada = await signUp(at(0));
    const phone = await signIn(at(0), ada);
    const [ended, kept] = [await opened(phone), await opened(ada)];
    expect((await ada.del('/v1/sessions')).status).toBe(204);
    await expectEnd(ended);
    expect(kept.ended).toBe(false);
    await ada.del('/v1/session');
    await expectEnd(kept);
  });

  it('close as soon as their token is deleted on the other, or the password changed', async () => {
    const ada = await signUp(at(0));
    const [one, other] = [await newToken(ada), await newToken(ada)];
    const open = (token: string) => opened({ ...ada, cookie: '' }, { authorization: `Bearer ${token}` });
    const [first, second] = [await open(one.token), await open(other.token)];
    await ada.del(`/v1/tokens/${one.item.tokenId}`);
    await expectEnd(first);
    expect(second.ended).toBe(false);
    const change = { currentPassword: ada.password, newPassword: 'staple of correct batteries' };
    expect((await ada.put('/v1/session/password', change)).status).toBe(204);
    await expectEnd(second);
  });
});
