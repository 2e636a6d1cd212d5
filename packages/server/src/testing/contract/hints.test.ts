import { beforeAll, describe, expect, it } from 'vitest';
import { manifest, registerAgent, type Agent } from './agent.ts';
import type { Answer } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
const [scope, other] = ['coin.charge', 'clock.read'];
let ada: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada, { requested_scopes: [{ scope, reason: 'To sell.' }] });
  conversation = await openConversation(ada, agent);
  deliveryId = await deliver(ada, conversation, 'hello');
});

let keys = 0;
const invoke = (tool: string, requested_scope: string) =>
  agent.send(
    '/hooks/v1/tools/invoke',
    { version: '1', in_reply_to_delivery_id: deliveryId, requested_scope, tool, arguments: {} },
    { key: `hint-${keys++}` },
  );
const told = ({ body }: Answer) => [body.error.code, body.error.path ?? null, body.error.message, body.error.hint];

describe('§1 the hint of a refusal', () => {
  it('names the scope that is not granted, and says what to do', async () => {
    expect(told(await invoke('coin.charge', scope))).toEqual([
      'scope_not_granted',
      '/requested_scope',
      'The scope coin.charge is not granted to this agent.',
      expect.stringMatching(/^Ask for coin\.charge/),
    ]);
    expect(told(await invoke('clock.now', other))[3]).toMatch(
      /^Add clock\.read to the requested_scopes of the manifest/,
    );
    expect(told(await invoke('clock.now', scope))[3]).toContain('clock.read');
    const body = { version: '1', conversation_id: conversation, blocks: [{ type: 'text', text: 'x' }] };
    const proactive = await agent.send('/hooks/v1/proactive', body, { key: 'p' });
    expect(told(proactive)[3]).toMatch(/^Add proactive\.message to the requested_scopes/);
  });

  it('guesses a misspelt tool among those that the manifest asks a scope for', async () => {
    expect(told(await invoke('coin.chrage', scope))[3]).toMatch(/^Did you mean "coin\.charge"\?/);
    expect(told(await invoke('clock.nwo', other))[3]).not.toContain('clock.now');
  });

  it('says which scopes may be granted', async () => {
    const answer = await ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: ['coin.chagre'] });
    expect(told(answer).slice(0, 2)).toEqual(['scope_not_requested', '/scopes/0']);
    expect(answer.body.error.hint).toBe('Did you mean "coin.charge"? It requests coin.charge.');
  });

  it('lists the block types, and guesses', async () => {
    const answer = await agent.reply(deliveryId, [{ type: 'button' }]);
    expect(answer.body.error).toMatchObject({ code: 'block_invalid', reason: 'unknown_type', path: '/blocks/0/type' });
    expect(answer.body.error.hint).toMatch(/^Did you mean "buttons"\? Send one of text, card, .*chart\.$/);
    expect(answer.body.error.hint).not.toContain('date_picker');
    expect((await agent.reply(deliveryId, [{ type: 'x'.repeat(100_000) }])).body.error.hint).toMatch(/^Send one of/);
  });

  it('guesses a misspelt field of a block, however deep', async () => {
    const buttons = [{ type: 'buttons', buttons: [{ label: 'Tea', payload: 'tea', lable: 'x' }] }];
    const { error } = (await agent.reply(deliveryId, buttons)).body;
    expect([error.path, error.reason]).toEqual(['/blocks/0/buttons/0/lable', 'unknown_field']);
    expect(error.hint).toMatch(/^Did you mean "label"\?/);
  });

  it('guesses a misspelt field of a request, also where it leaves another missing', async () => {
    const extra = await agent.reply(deliveryId, 'x', { partail: true });
    expect(told(extra).slice(0, 2)).toEqual(['malformed_request', '/partail']);
    expect(extra.body.error.hint).toMatch(/^Did you mean "partial"\?/);
    const missing = await ada.post(`/v1/conversations/${conversation}/messages`, { txt: 'hello' });
    expect(told(missing).slice(1)).toEqual([
      '/text',
      'A required field is missing.',
      'There is a field "txt": did you mean "text"?',
    ]);
  });

  it('lists what a field may be', async () => {
    const body = { version: '1', in_reply_to_delivery_id: deliveryId, status: 'complete' };
    const answer = await agent.send('/hooks/v1/task', body);
    expect(told(answer).slice(0, 2)).toEqual(['malformed_request', '/status']);
    expect(answer.body.error.hint).toBe(
      'Did you mean "completed"? Send one of in_progress, awaiting_approval, completed, failed.',
    );
    const registered = await ada.post('/v1/agents', { manifest: manifest({ transport: 'websocket' }) });
    expect(told(registered).slice(1, 2)).toEqual(['/manifest/transport']);
    expect(registered.body.error.hint).toBe('Send one of webhook, relay.');
  });
});
