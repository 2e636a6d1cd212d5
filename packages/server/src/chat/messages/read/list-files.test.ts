import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { agentUploaded, png, uploaded } from '../../../testing/contract/files.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { expectRefusal } from '../../../testing/contract/refused.ts';
import { deliver, openConversation } from '../../../testing/contract/conversation.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { nobody, time } from '../../../testing/contract/shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const filesOf = (person: Person, conversation: string, query = '') =>
  person.get(`/v1/conversations/${conversation}/files${query}`);
const attach = (person: Person, conversation: string, assetId: string) =>
  person.post(`/v1/conversations/${conversation}/attachments`, { assetId });

describe('the files of a room', () => {
  it('are those that its people attached and its agent showed, the newest first and each once', async () => {
    const conversation = await openConversation(ada, agent);
    const note = await uploaded(ada, Buffer.from('hello'), 'note.txt');
    await attach(ada, conversation, note);
    await attach(ada, conversation, note);
    const picture = await agentUploaded(agent, png);
    await agent.reply(await deliver(ada, conversation, 'Show me.'), [{ type: 'image', asset_id: picture }]);
    const { status, body } = await filesOf(ada, conversation);
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          assetId: picture,
          mime: 'image/png',
          sizeBytes: png.length,
          filename: expect.any(String),
          createdAt: expect.stringMatching(time),
          owner: { type: 'agent', id: agent.agentId, name: agent.name },
        },
        expect.objectContaining({
          assetId: note,
          filename: 'note.txt',
          owner: expect.objectContaining({ type: 'user' }),
        }),
      ],
      nextCursor: null,
    });
  });

  it('come a page at a time', async () => {
    const conversation = await openConversation(ada, agent);
    const all: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const assetId = await uploaded(ada, Buffer.from(`${count}`), `${count}.txt`);
      await attach(ada, conversation, assetId);
      all.unshift(assetId);
    }
    const first = (await filesOf(ada, conversation, '?limit=2')).body;
    const second = (await filesOf(ada, conversation, `?limit=2&cursor=${first.nextCursor}`)).body;
    const seen = [...first.items, ...second.items].map(({ assetId }: { assetId: string }) => assetId);
    expect(seen).toEqual(all);
    expect(second.nextCursor).toBeNull();
  });

  it('are not there for whoever is not in it, and hold nothing that was named by somebody who does not own it', async () => {
    const conversation = await openConversation(ada, agent);
    const unseen = await uploaded(ada, png, 'mine.png');
    await agent.reply(await deliver(ada, conversation, 'Show it.'), [
      { type: 'file', asset_id: unseen, filename: 'x.png' },
    ]);
    expect((await filesOf(ada, conversation)).body.items).toEqual([]);
    expectRefusal(await filesOf(bob, conversation), 404, 'conversation_not_found');
    expectRefusal(await filesOf(ada, nobody('cnv')), 404, 'conversation_not_found');
    expectRefusal(await filesOf(ada, conversation, '?cursor=x'), 400, 'malformed_request');
  });
});
