import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { agentUploaded, mp4, png, uploaded, wav } from './files.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, listed, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';
import { grant, proactive, speak, wantsToSpeak } from './speak.ts';
import { giveTask, updateTask } from './task.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  [ada, bob] = [await signUp(server), await signUp(server)];
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

const attach = (body: Json, headers?: Record<string, string>, to = conversation) =>
  ada.post(`/v1/conversations/${to}/attachments`, body, headers);
/** Sends an attachment and returns the one block of its message. */
const blockOf = async (body: Json): Promise<Json> => {
  const { messageId } = (await attach(body)).body;
  const { item } = (await ada.get(`/v1/conversations/${conversation}/messages/${messageId}`)).body;
  expect(item.blocks).toHaveLength(1);
  return item.blocks[0];
};

describe('§4 attaching a file', () => {
  it('answers as sending a message does', async () => {
    const answer = await attach({ assetId: await uploaded(ada, png) });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      messageId: expect.stringMatching(idOf('msg')),
      conversationId: conversation,
      seq: expect.any(Number),
      createdAt: expect.stringMatching(time),
      deliveries: [
        {
          agentId: agent.agentId,
          deliveryId: expect.stringMatching(idOf('dlv')),
          dispatchedAt: null,
          status: 'pending',
        },
      ],
    });
  });

  it('makes a picture of image/*', async () => {
    const assetId = await uploaded(ada, png);
    expect(await blockOf({ assetId })).toMatchObject({ type: 'image', asset_id: assetId });
  });

  it('makes a sound of audio/*, with a duration only where one was sent', async () => {
    const assetId = await uploaded(ada, wav);
    const bare = await blockOf({ assetId });
    expect(bare).toMatchObject({ type: 'audio', asset_id: assetId });
    expect(bare).not.toHaveProperty('duration_seconds');
    expect(await blockOf({ assetId, durationSeconds: 0.1 })).toMatchObject({ type: 'audio', duration_seconds: 0.1 });
  });

  it('makes a film of video/*, with a duration only where one was sent', async () => {
    const assetId = await uploaded(ada, mp4);
    const bare = await blockOf({ assetId });
    expect(bare).toMatchObject({ type: 'video', asset_id: assetId });
    expect(bare).not.toHaveProperty('duration_seconds');
    expect(await blockOf({ assetId, durationSeconds: 86_400 })).toMatchObject({ duration_seconds: 86_400 });
  });

  it('makes a file of anything else, with a name in any case', async () => {
    const assetId = await uploaded(ada, Buffer.from('plain words'), 'words.txt');
    const named = await blockOf({ assetId, filename: 'letter.txt' });
    expect(named).toMatchObject({ type: 'file', asset_id: assetId, filename: 'letter.txt', size_bytes: 11 });
    expect(named.mime).toEqual(expect.any(String));
    expect((await blockOf({ assetId })).filename).toMatch(/^.{1,255}$/);
  });

  it('tells the agent the block, and a text beside it', async () => {
    const inbox = await openInbox(agent);
    const assetId = await uploaded(ada, png);
    const { messageId } = (await attach({ assetId })).body;
    const fits = (envelope: Json) => envelope.messages[0].id === messageId;
    const { messages } = await inbox.awaitEnvelope('message.created', fits);
    expect(messages[0]).toMatchObject({ author: 'user', author_id: ada.userId, text: expect.any(String) });
    expect(messages[0].blocks).toMatchObject([{ type: 'image', asset_id: assetId }]);
    inbox.close();
  });

  it('has a line of text in the list of rooms', async () => {
    const own = await openConversation(ada, agent);
    await attach({ assetId: await uploaded(ada, Buffer.from('words'), 'words.txt'), filename: 'letter.txt' }, {}, own);
    expect((await listed(ada, own)).lastMessage).toMatchObject({ seq: 1, preview: expect.stringMatching(/\S/) });
  });

  it('makes no delivery in a room without an agent', async () => {
    const answer = await attach({ assetId: await uploaded(ada, png) }, {}, await openConversation(ada, null, [bob]));
    expect(answer.status).toBe(201);
    expect(answer.body.deliveries).toEqual([]);
  });

  it('is one message for one Idempotency-Key', async () => {
    const own = await openConversation(ada, agent);
    const body = { assetId: await uploaded(ada, png) };
    const [first, second] = [
      await attach(body, { 'idempotency-key': 'a' }, own),
      await attach(body, { 'idempotency-key': 'a' }, own),
    ];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await messagesOf(ada, own)).toHaveLength(1);
    const other = { assetId: await uploaded(ada, png) };
    expectRefusal(await attach(other, { 'idempotency-key': 'a' }, own), 422, 'idempotency_key_reused');
  });

  it('refuses an asset that is not there, or not the caller’s', async () => {
    for (const assetId of [nobody('ast'), await uploaded(bob, png), await agentUploaded(agent, png)])
      expectRefusal(await attach({ assetId }), 404, 'asset_not_found');
  });

  it('refuses an outsider', async () => {
    const answer = await bob.post(`/v1/conversations/${conversation}/attachments`, {
      assetId: await uploaded(bob, png),
    });
    expectRefusal(answer, 404, 'conversation_not_found');
  });

  it.each([
    [{ durationSeconds: 0 }, '/durationSeconds'],
    [{ durationSeconds: -1 }, '/durationSeconds'],
    [{ durationSeconds: 86_401 }, '/durationSeconds'],
    [{ durationSeconds: '1' }, '/durationSeconds'],
    [{ filename: '' }, '/filename'],
    [{ filename: 'x'.repeat(256) }, '/filename'],
    [{ assetId: 7 }, '/assetId'],
    [{ caption: 'no such field' }, '/caption'],
  ])('refuses %j', async (change, path) => {
    const assetId = await uploaded(ada, wav);
    expectRefusal(await attach({ assetId, ...change }), 400, 'malformed_request', path);
  });
});

describe('§5 what an agent’s blocks may refer to', () => {
  let deliveryId: string;
  let own: Record<'picture' | 'sound', string>;
  let foreign: string[];

  beforeAll(async () => {
    deliveryId = await deliver(ada, conversation, 'show me');
    own = { picture: await agentUploaded(agent, png), sound: await agentUploaded(agent, wav) };
    const other = await registerAgent(server, ada);
    foreign = [nobody('ast'), await uploaded(ada, png), await agentUploaded(other, png)];
  });

  const refused = async (block: Json, path: string, reason: string) => {
    const answer = await agent.reply(deliveryId, [{ type: 'text', text: 'first' }, block]);
    expectRefusal(answer, 400, 'block_invalid', `/blocks/1/${path}`);
    expect(answer.body.error.reason).toBe(reason);
  };

  it('takes a picture, a card and a sound of its own', async () => {
    const blocks = [
      { type: 'image', asset_id: own.picture },
      { type: 'card', title: 'A card', image_asset_id: own.picture },
      { type: 'audio', asset_id: own.sound, duration_seconds: 1 },
    ];
    expect((await agent.reply(deliveryId, blocks)).status).toBe(202);
  });

  it('refuses what is of the wrong type', async () => {
    await refused({ type: 'image', asset_id: own.sound }, 'asset_id', 'asset_wrong_mime');
    await refused({ type: 'card', title: 'A', image_asset_id: own.sound }, 'image_asset_id', 'asset_wrong_mime');
    await refused({ type: 'audio', asset_id: own.picture, duration_seconds: 1 }, 'asset_id', 'asset_wrong_mime');
  });

  it('refuses what is not there, a person’s and another agent’s alike', async () => {
    for (const asset_id of foreign) {
      await refused({ type: 'image', asset_id }, 'asset_id', 'asset_not_found');
      await refused({ type: 'card', title: 'A', image_asset_id: asset_id }, 'image_asset_id', 'asset_not_found');
      await refused({ type: 'audio', asset_id, duration_seconds: 1 }, 'asset_id', 'asset_not_found');
    }
  });

  it('looks at the shape alone for a film', async () => {
    const films = [...foreign, own.picture].map((asset_id) => ({ type: 'video', asset_id, duration_seconds: 1 }));
    expect((await agent.reply(deliveryId, films)).status).toBe(202);
    const answer = await agent.reply(deliveryId, [{ type: 'video', asset_id: 'ast_1', duration_seconds: 1 }]);
    expectRefusal(answer, 400, 'block_invalid', '/blocks/0/asset_id');
  });

  it('stores nothing where one reference is refused', async () => {
    const before = await messagesOf(ada, conversation);
    await refused({ type: 'image', asset_id: foreign[0] }, 'asset_id', 'asset_not_found');
    expect(await messagesOf(ada, conversation)).toHaveLength(before.length);
  });

  it('checks task updates and proactive messages alike', async () => {
    const blocks = [{ type: 'image', asset_id: foreign[1] }];
    const { deliveries } = await giveTask(ada, conversation);
    const updated = await updateTask(agent, deliveries[0].deliveryId, 'completed', { blocks });
    expectRefusal(updated, 400, 'block_invalid', '/blocks/0/asset_id');
    const talker = await registerAgent(server, ada, wantsToSpeak);
    await grant(ada, talker, proactive);
    const spoken = await speak(talker, await openConversation(ada, talker), blocks);
    expectRefusal(spoken, 400, 'block_invalid', '/blocks/0/asset_id');
  });

  it('checks partial replies alike', async () => {
    const answer = await agent.reply(deliveryId, [{ type: 'image', asset_id: own.sound }], { partial: true });
    expectRefusal(answer, 400, 'block_invalid', '/blocks/0/asset_id');
  });
});
