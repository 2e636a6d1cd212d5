import { beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../testing/contract/http.ts';
import { nobody, idOf, time } from '../testing/contract/shapes.ts';
import { useServer } from '../testing/contract/server.ts';
import { openShop, type Shop } from './fixtures/shop.ts';

const server = useServer();
const scopes = ['clock.read', 'coin.charge', 'identity.read'];
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(server, scopes);
});

describe('invoking a tool', () => {
  it('that is allowed answers at once, and the result follows', async () => {
    const answer = await shop.invoke({ tool: 'clock.now', scope: 'clock.read' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ outcome: 'allow', invocation_id: expect.stringMatching(idOf('inv')) });
    const result = await shop.result(answer.body.invocation_id);
    expect(result).toEqual({
      invocation_id: answer.body.invocation_id,
      tool: 'clock.now',
      requested_scope: 'clock.read',
      outcome: 'succeeded',
      content: { now: expect.stringMatching(time), timezone: 'UTC' },
      is_error: false,
    });
  });
  it('works', async () => {
    const answer = await shop.invoke({ tool: 'coin.charge', args: { amount: 30, reason: 'Tea' } });
    expect(answer.body).toEqual({
      outcome: 'pending_approval',
      invocation_id: expect.stringMatching(idOf('inv')),
      approval_id: expect.stringMatching(idOf('apr')),
    });
    const resolved = await shop.resolve(answer.body.approval_id, 'approved');
    console.log(resolved.text);
    const result = await shop.result(answer.body.invocation_id);
    console.log(result, await shop.balance(), await shop.balance(shop.owner));
    console.log(shop.events('approval.resolved'));
    console.log((await shop.person.get('/v1/wallet')).text, (await shop.person.get('/v1/approvals')).text);
    console.log((await shop.person.get(`/v1/conversations/${shop.room}/messages`)).text);
    void nobody;
    void refusalOf;
  });
});
