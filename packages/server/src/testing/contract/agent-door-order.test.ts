import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, replyTo, type Agent } from './agent.ts';
import { refusalOf } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

const strange = ['nonsense', '/', 'a/', ' ', 'application/json/x', 'text plain', '; charset=utf-8', 'a/b/c; x=y'];

describe('§5 a media type that is none', () => {
  it.each(strange)('is not checked before the signature: %j', async (type) => {
    const collapsed = refusalOf(await agent.send('/hooks/v1/reply', {}, { signature: 'nonsense' }));
    for (const path of ['/hooks/v1/reply', '/hooks/v1/assets']) {
      const answer = await agent.send(path, '{}', { signature: 'nonsense', headers: { 'content-type': type } });
      expect(answer.status).toBe(401);
      expect(refusalOf(answer)).toEqual(collapsed);
    }
  });

  it.each([...strange, 'text/plain'])('is refused where the signature is right: %j', async (type) => {
    const body = JSON.stringify(replyTo(await deliver(ada, conversation, 'ask'), 'answer'));
    const headers = { 'content-type': type };
    expectRefusal(await agent.send('/hooks/v1/reply', body, { headers }), 415, 'unsupported_media_type');
    expect((await agent.send('/hooks/v1/assets', body, { headers })).status).toBe(201);
  });
});
