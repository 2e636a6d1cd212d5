import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '@parley/protocol';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { agentUploaded, mp4, png, uploaded, wav } from '../../testing/contract/files.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';
import { idOf, nobody } from '../../testing/contract/shapes.ts';

const server = useServer();
let ann: Person;
let agent: Agent;
beforeAll(async () => {
  ann = await signUp(server);
  agent = await registerAgent(server, ann);
});

const send = (bytes: unknown, headers: Record<string, string> = {}) =>
  agent.send('/hooks/v1/assets', bytes, { method: 'POST', headers });

describe('uploading as an agent', () => {
  it('answers 201 with what the bytes are, whatever the header says', async () => {
    const answer = await send(wav, { 'content-type': 'image/png' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      asset_id: expect.stringMatching(idOf('ast')),
      mime: 'audio/wav',
      size_bytes: wav.length,
    });
    expect((await send(mp4, { 'content-type': 'video/mp4' })).body.mime).toBe('video/mp4');
    expect((await send('a,b\n1,2', { 'content-type': 'text/csv' })).body.mime).toBe('application/octet-stream');
  });

  it('takes JSON for bytes like any other', async () => {
    expect((await send('{"not": "parsed', { 'content-type': 'application/json' })).status).toBe(201);
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['gr%C3%BC%C3%9Fe.txt', 'grüße.txt'],
    ['100% sure.txt', '100% sure.txt'],
    ['../../etc/passwd', 'passwd'],
    ['..%2f..%2fx', 'x'],
    ['a%0d%0ab', 'ab'],
  ])('reads the X-Filename %j as %j', async (header, name) => {
    const id = await agentUploaded(agent, Buffer.from('text'), { headers: { 'x-filename': header } });
    const disposition = (await ann.get(`/v1/assets/${id}`)).headers.get('content-disposition')!;
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(name);
  });

  it('takes far more than other calls do: 25 MiB, and no byte more', async () => {
    const full = await send(Buffer.alloc(limits.uploadBytes, 1));
    expect([full.status, full.body.size_bytes]).toEqual([201, limits.uploadBytes]);
    for (const size of [limits.uploadBytes + 1, limits.uploadBytes + 1024]) {
      const more = await send(Buffer.alloc(size, 1));
      expect([more.status, more.body.error.code]).toEqual([413, 'payload_too_large']);
    }
  });

  it('refuses an empty body, and bytes that were not signed', async () => {
    const empty = await agent.send('/hooks/v1/assets', undefined, { method: 'POST' });
    expect([empty.status, empty.body.error.code]).toEqual([400, 'malformed_request']);
    const signature = `t=${agent.unix()},v1=${'0'.repeat(64)}`;
    const forged = await agent.send('/hooks/v1/assets', png, { signature });
    expect([forged.status, forged.body.error.code]).toEqual([401, 'unauthorized']);
  });

  it('makes two assets of the same signed bytes', async () => {
    const signing = { unix: agent.unix() };
    const [one, two] = [await agentUploaded(agent, png, signing), await agentUploaded(agent, png, signing)];
    expect(one).not.toBe(two);
  });

  it('takes many uploads at once', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => send(Buffer.alloc(300_000, 1))));
    expect(many.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 201));
  });

  it('answers a large upload of nobody known as it does a small one', async () => {
    const authorization = `HMAC ${agent.agentId}/${nobody('cred')}`;
    for (const size of [10, 1_000_000]) {
      const answer = await agent.send('/hooks/v1/assets', Buffer.alloc(size, 1), { authorization });
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    }
  });
});

describe('assets in a reply', () => {
  let conversation: string;
  let delivery: string;
  beforeAll(async () => {
    conversation = await openConversation(ann, agent);
    delivery = await deliver(ann, conversation, 'Show me');
  });
  const refused = async (blocks: Json[], more = {}) => {
    const { status, body } = await agent.reply(delivery, blocks, more);
    return [status, body.error?.code, body.error?.path, body.error?.reason];
  };
  const text = { type: 'text', text: 'Here' };

  it('are shown where they are the agent’s own and of the right kind', async () => {
    const [picture, sound] = [await agentUploaded(agent, png), await agentUploaded(agent, wav)];
    const blocks = [
      { type: 'image', asset_id: picture, alt_text: 'A pixel' },
      { type: 'card', title: 'Card', image_asset_id: picture },
      { type: 'audio', asset_id: sound, duration_seconds: 0.1 },
      { type: 'file', asset_id: sound, filename: 'silence.wav' },
    ];
    expect((await agent.reply(delivery, blocks)).status).toBe(202);
    expect((await messagesOf(ann, conversation)).at(-1).blocks).toEqual(blocks);
  });

  it('are refused with the path where they are another’s, unknown or another kind, and nothing is stored', async () => {
    const [picture, sound] = [await agentUploaded(agent, png), await agentUploaded(agent, wav)];
    const rival = await registerAgent(server, ann);
    const foreign = await agentUploaded(rival, png);
    const owners = await uploaded(ann, png);
    const before = (await messagesOf(ann, conversation)).length;
    const unknown = (path: string) => [400, 'block_invalid', path, 'asset_not_found'];
    const wrong = (path: string) => [400, 'block_invalid', path, 'asset_wrong_mime'];
    for (const id of [foreign, owners, nobody('ast')]) {
      expect(await refused([text, { type: 'image', asset_id: id }])).toEqual(unknown('/blocks/1/asset_id'));
      expect(await refused([{ type: 'card', title: 'C', image_asset_id: id }])).toEqual(
        unknown('/blocks/0/image_asset_id'),
      );
      expect(await refused([{ type: 'audio', asset_id: id }], { partial: true })).toEqual(
        unknown('/blocks/0/asset_id'),
      );
    }
    expect(await refused([text, text, { type: 'image', asset_id: sound }])).toEqual(wrong('/blocks/2/asset_id'));
    expect(await refused([{ type: 'card', title: 'C', image_asset_id: sound }])).toEqual(
      wrong('/blocks/0/image_asset_id'),
    );
    expect(await refused([{ type: 'audio', asset_id: picture }])).toEqual(wrong('/blocks/0/asset_id'));
    expect((await messagesOf(ann, conversation)).length).toBe(before);
  });

  it('are not looked at in a film', async () => {
    const blocks = [{ type: 'video', asset_id: nobody('ast'), width: 640 }];
    expect((await agent.reply(delivery, blocks)).status).toBe(202);
  });
});

it('gives the bytes of an upload as they were signed', async () => {
  const id = await agentUploaded(agent, wav);
  const answer = await fetch(`${server.baseUrl}/v1/assets/${id}`, { headers: { cookie: ann.cookie } });
  const got = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
  expect(got).toBe(createHash('sha256').update(wav).digest('hex'));
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="file.wav"; filename*=UTF-8''file.wav`);
});
