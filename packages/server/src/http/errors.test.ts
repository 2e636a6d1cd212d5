import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { deliver, openConversation } from '../testing/contract/conversation.ts';
import { failingCalls } from '../testing/failing-calls.ts';

const calls = failingCalls();
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer({}, calls.wrap);
  ada = await signUp(server);
});
afterAll(() => server.stop());

describe('an error that nobody expected', () => {
  it('§1 shows a person no detail, but an id to ask about', async () => {
    await server.app.engine.idle();
    calls.arm(0);
    const answer = await ada.get('/v1/conversations');
    expect(calls.disarm()).toBe(true);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: {
        code: 'internal_error',
        message: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
      },
    });
    expect(answer.text).not.toMatch(/database|test|select|\.ts/i);
  });

  it('§1 shows an agent as little', async () => {
    const agent = await registerAgent(server, ada);
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'ask');
    await server.app.engine.idle();
    calls.arm(0);
    const answer = await agent.reply(deliveryId, 'answer');
    expect(calls.disarm()).toBe(true);
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message', 'request_id']);
    expect(answer.body.error).toMatchObject({ code: 'internal_error', request_id: answer.headers.get('x-request-id') });
  });
});
