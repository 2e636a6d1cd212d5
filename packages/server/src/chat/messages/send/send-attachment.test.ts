import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { agentUploaded, mp4, png, uploaded, wav } from '../../../testing/contract/files.ts';
import { refusalOf, type Json } from '../../../testing/contract/http.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { listed, messagesOf, openConversation } from '../../../testing/contract/conversation.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { idOf, nobody, time } from '../../../testing/contract/shapes.ts';

const server = useServer();
let ann: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  ann = await signUp(server);
  agent = await registerAgent(server, ann);
  conversation = await openConversation(ann, agent);
});

const attach = (body: Json, key?: string, to = conversation) =>
  ann.post(`/v1/conversations/${to}/attachments`, body, key === undefined ? {} : { 'idempotency-key': key });
const newest = async (): Promise<Json> => (await messagesOf(ann, conversation)).at(-1);

describe('an attachment', () => {
  it('answers as a message does, is read as a block and reaches the agent as one', async () => {
    const relay = await agent.stream();
    const assetId = await uploaded(ann, png, 'pixel.png');
    const answer = await attach({ assetId });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      messageId: expect.stringMatching(idOf('msg')),
      conversationId: conversation,
      seq: expect.any(Number),
      body: null,
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
    const blocks = [{ type: 'image', asset_id: assetId }];
    expect(await newest()).toMatchObject({
      messageId: answer.body.messageId,
      author: { type: 'user', id: ann.userId },
      body: null,
      blocks,
    });
    const [delivered] = await relay.awaitDeliveries(1);
    expect(delivered!.envelope).toMatchObject({
      event: 'message.created',
      messages: [{ id: answer.body.messageId, author: 'user', author_id: ann.userId, text: '', blocks }],
    });
    expect((await listed(ann, conversation)).lastMessage.preview).toBe('Image');
    relay.close();
  });

  it('is of the type that the stored bytes are', async () => {
    const pdf = Buffer.from('%PDF-1.7\n');
    const cases: [string, Json, Json][] = [
      [await uploaded(ann, png), { durationSeconds: 3, filename: 'x.png' }, { type: 'image' }],
      [await uploaded(ann, wav), {}, { type: 'audio' }],
      [await uploaded(ann, wav), { durationSeconds: 0.1 }, { type: 'audio', duration_seconds: 0.1 }],
      [await uploaded(ann, mp4), { durationSeconds: 9 }, { type: 'video', duration_seconds: 9 }],
      [
        await uploaded(ann, pdf, 'a.pdf'),
        { durationSeconds: 9 },
        { type: 'file', filename: 'a.pdf', size_bytes: 9, mime: 'application/pdf' },
      ],
      [
        await uploaded(ann, Buffer.from('hello'), 'a.txt'),
        { filename: '../ü.txt' },
        { type: 'file', filename: 'ü.txt', size_bytes: 5, mime: 'application/octet-stream' },
      ],
    ];
    for (const [assetId, more, block] of cases) {
      expect((await attach({ assetId, ...more })).status).toBe(201);
      expect((await newest()).blocks).toEqual([{ asset_id: assetId, ...block }]);
    }
  });

  it('needs an asset of one’s own', async () => {
    const bob = await signUp(server);
    for (const assetId of [await uploaded(bob, png), await agentUploaded(agent, png), nobody('ast')]) {
      const answer = await attach({ assetId });
      expect([answer.status, refusalOf(answer).code]).toEqual([404, 'asset_not_found']);
    }
  });

  it('needs a room of one’s own, and one without an agent will do', async () => {
    const assetId = await uploaded(ann, png);
    const bob = await signUp(server);
    const theirs = await openConversation(bob, null, [await signUp(server)]);
    for (const to of [theirs, nobody('cnv'), 'x']) {
      const answer = await attach({ assetId }, undefined, to);
      expect([answer.status, refusalOf(answer).code]).toEqual([404, 'conversation_not_found']);
    }
    const group = await openConversation(ann, null, [bob]);
    expect((await attach({ assetId }, undefined, group)).body.deliveries).toEqual([]);
  });

  it.each([
    [{}, '/assetId'],
    [{ assetId: 'ast_x' }, '/assetId'],
    [{ assetId: nobody('ast'), filename: '' }, '/filename'],
    [{ assetId: nobody('ast'), filename: 'x'.repeat(256) }, '/filename'],
    [{ assetId: nobody('ast'), durationSeconds: 0 }, '/durationSeconds'],
    [{ assetId: nobody('ast'), durationSeconds: 86_401 }, '/durationSeconds'],
    [{ assetId: nobody('ast'), mime: 'image/png' }, '/mime'],
  ])('refuses %j with the path', async (body, path) => {
    const answer = await attach(body);
    expect([answer.status, refusalOf(answer).code, refusalOf(answer).path]).toEqual([400, 'malformed_request', path]);
  });

  it('is sent once under one key, and the key holds for that asset only', async () => {
    const assetId = await uploaded(ann, png);
    const [first, second] = await Promise.all([attach({ assetId }, 'k1'), attach({ assetId }, 'k1')]);
    expect(second.text).toBe(first.text);
    const later = await attach({ assetId }, 'k1');
    expect([later.text, later.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const other = await attach({ assetId: await uploaded(ann, png) }, 'k1');
    expect([other.status, refusalOf(other).code]).toEqual([422, 'idempotency_key_reused']);
    const same = (await messagesOf(ann, conversation)).filter(({ blocks }: Json) => blocks[0]?.asset_id === assetId);
    expect(same).toHaveLength(1);
  });
});
