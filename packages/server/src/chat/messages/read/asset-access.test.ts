import { beforeAll, describe, expect, it } from 'vitest';
import { agentWith, registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { agentUploaded, png, uploaded, wav } from '../../../testing/contract/files.ts';
import { call, type Json } from '../../../testing/contract/http.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { deliver, openConversation } from '../../../testing/contract/conversation.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { nobody, time } from '../../../testing/contract/shapes.ts';

const server = useServer();
let ann: Person;
let bob: Person;
let agent: Agent;
let conversation: string;
let delivery: string;
beforeAll(async () => {
  ann = await signUp(server);
  bob = await signUp(server);
  agent = await registerAgent(server, bob, { access: 'public' });
  conversation = await openConversation(ann, agent);
  delivery = await deliver(ann, conversation, 'Show me');
});

const reads = async (person: Person, id: string): Promise<number> => (await person.get(`/v1/assets/${id}`)).status;
const links = async (by: Agent, id: string): Promise<number> => (await by.send(`/hooks/v1/assets/${id}/url`)).status;
const attach = (person: Person, to: string, assetId: string) =>
  person.post(`/v1/conversations/${to}/attachments`, { assetId });
const image = (assetId: string): Json => ({ type: 'image', asset_id: assetId });

describe('who may read an asset', () => {
  it('opens a person’s asset to a room only once they send it there', async () => {
    const id = await uploaded(ann, png);
    expect([await reads(ann, id), await reads(bob, id), await links(agent, id)]).toEqual([200, 404, 404]);
    const group = await openConversation(ann, null, [bob]);
    expect((await attach(ann, group, id)).status).toBe(201);
    expect([await reads(bob, id), await links(agent, id)]).toEqual([200, 404]);
    expect((await attach(ann, conversation, id)).status).toBe(201);
    expect(await links(agent, id)).toBe(200);
    expect(await reads(await signUp(server), id)).toBe(404);
  });

  it('closes with leaving the room, with the room, and with the agent’s seat', async () => {
    const id = await uploaded(ann, png);
    const group = await openConversation(ann, agent, [bob]);
    const other = await openConversation(ann, null, [bob]);
    await attach(ann, group, id);
    expect([await reads(bob, id), await links(agent, id)]).toEqual([200, 200]);
    await bob.del(`/v1/conversations/${group}/members/${bob.userId}`);
    await ann.del(`/v1/conversations/${group}/members/${agent.agentId}`);
    expect([await reads(bob, id), await links(agent, id)]).toEqual([404, 404]);
    await attach(ann, other, id);
    expect(await reads(bob, id)).toBe(200);
    await ann.del(`/v1/conversations/${other}`);
    expect([await reads(bob, id), await reads(ann, id)]).toEqual([404, 200]);
  });

  it('opens an agent’s asset to its owner, and to a room by a reply that names it, a partial one too', async () => {
    const [shown, card, draft, kept] = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => agentUploaded(agent, png, { headers: { 'x-filename': name } })),
    );
    expect(await reads(bob, shown!)).toBe(200);
    expect(await reads(ann, shown!)).toBe(404);
    const blocks = [image(shown!), { type: 'card', title: 'Card', image_asset_id: card }];
    expect((await agent.reply(delivery, [image(draft!)], { partial: true })).status).toBe(202);
    expect(await reads(ann, draft!)).toBe(200);
    expect((await agent.reply(delivery, blocks)).status).toBe(202);
    expect([await reads(ann, shown!), await reads(ann, card!), await reads(ann, kept!)]).toEqual([200, 200, 404]);
  });

  it('is not opened by whoever names a foreign id, by a file or a film block or as an attachment', async () => {
    const secret = await uploaded(ann, png);
    const film = { type: 'video', asset_id: secret };
    const file = { type: 'file', asset_id: secret, filename: 'x' };
    const other = await signUp(server);
    const spy = await registerAgent(server, other);
    const theirs = await openConversation(other, spy);
    expect((await spy.reply(await deliver(other, theirs, 'Hi'), [film, file])).status).toBe(202);
    expect((await attach(other, theirs, secret)).status).toBe(404);
    expect([await reads(other, secret), await links(spy, secret), await reads(ann, secret)]).toEqual([404, 404, 200]);
  });

  it('opens an avatar to whoever may see the agent', async () => {
    const mine = await uploaded(bob, png);
    const hidden = await uploaded(bob, png);
    await registerAgent(server, bob, { access: 'public', avatar_asset_id: mine });
    await registerAgent(server, bob, { access: 'private', avatar_asset_id: hidden });
    expect([await reads(ann, mine), await reads(ann, hidden)]).toEqual([200, 404]);
  });
});

describe('an avatar', () => {
  const put = (owner: Person, of: Agent, avatar: string) =>
    owner.put(`/v1/agents/${of.agentId}/manifest`, {
      manifest: {
        version: '1',
        handle: of.handle,
        name: of.name,
        description: 'Has a face.',
        transport: 'relay',
        requested_scopes: [],
        avatar_asset_id: avatar,
      },
    });

  it('is a picture of the owner’s or the agent’s own', async () => {
    const faced = await registerAgent(server, bob);
    for (const id of [await uploaded(bob, png), await agentUploaded(faced, png)]) {
      const answer = await put(bob, faced, id);
      expect([answer.status, answer.body.item?.avatarAssetId]).toEqual([200, id]);
    }
  });

  it('is shown to the people of a room with its agent', async () => {
    const faced = await registerAgent(server, bob);
    const room = await openConversation(bob, faced);
    const listed = async () => {
      const [one, members] = [`/v1/conversations/${room}`, `/v1/conversations/${room}/members`];
      return [(await bob.get(one)).body.item.agentMembers[0], (await bob.get(members)).body.items[0]];
    };
    for (const member of await listed()) expect(member).not.toHaveProperty('avatarAssetId');
    const id = await uploaded(bob, png);
    await put(bob, faced, id);
    for (const member of await listed()) expect(member).toMatchObject({ agentId: faced.agentId, avatarAssetId: id });
    await bob.post(`/v1/conversations/${room}/members`, { userId: ann.userId });
    expect(await reads(ann, id)).toBe(200);
  });

  it('is refused with the path where it is anything else', async () => {
    const faced = await registerAgent(server, bob);
    const wrong = { foreign: await uploaded(ann, png), sound: await uploaded(bob, wav), none: nobody('ast') };
    for (const [kind, id] of Object.entries(wrong)) {
      const { status, body } = await put(bob, faced, id);
      expect([status, body.error.code, body.error.path, body.error.reason]).toEqual([
        400,
        'malformed_request',
        '/manifest/avatar_asset_id',
        kind === 'sound' ? 'asset_wrong_mime' : 'asset_not_found',
      ]);
    }
    const { agentMembers } = (await ann.get(`/v1/conversations/${conversation}`)).body.item;
    expect(agentMembers).toHaveLength(1);
  });
});

describe('a link to an asset', () => {
  it('gives the bytes and ranges of them without a session for five minutes, and then no more', async () => {
    const id = await agentUploaded(agent, Buffer.from('0123456789'));
    const { body } = await agent.send(`/hooks/v1/assets/${id}/url`);
    expect(body).toEqual({
      url: expect.stringContaining(`${server.baseUrl}/`),
      expires_at: expect.stringMatching(time),
    });
    expect(Math.abs(Date.parse(body.expires_at) - server.clock.now() - 300_000)).toBeLessThanOrEqual(1000);
    expect((await call(body.url)).text).toBe('0123456789');
    const part = await call(body.url, { headers: { range: 'bytes=2-3' } });
    expect([part.status, part.text]).toEqual([206, '23']);
    await server.clock.advance(300_000);
    const late = await call(body.url);
    expect([late.status, late.body.error.code]).toEqual([404, 'asset_not_found']);
  });

  it('holds for that asset and that time only', async () => {
    const [id, other] = [await agentUploaded(agent, png), await uploaded(ann, png)];
    const { url } = (await agent.send(`/hooks/v1/assets/${id}/url`)).body;
    const expires = new URL(url).searchParams.get('expires')!;
    const signature = new URL(url).searchParams.get('signature')!;
    const forged = [
      url.replace(id, other),
      url.replace(expires, String(Number(expires) + 1)),
      url.replace(signature, `${signature.slice(0, -2)}${signature.at(-2) === 'A' ? 'B' : 'A'}${signature.at(-1)}`),
      url.replace(/&signature=.*/, ''),
      url.replace(/\?.*/, ''),
    ];
    for (const bad of forged) expect((await call(bad)).status).toBe(404);
    expect((await call(url)).status).toBe(200);
  });

  it('needs a signature to be made, and an asset that is there', async () => {
    const id = await agentUploaded(agent, png);
    expect((await agent.send(`/hooks/v1/assets/${id}/url`, undefined, { signature: 't=1,v1=00' })).status).toBe(401);
    for (const odd of [nobody('ast'), 'x', '..%2f..%2fetc']) expect(await links(agent, odd)).toBe(404);
    const stranger = agentWith(server, bob, agent, { credentialId: agent.credentialId, secret: 'AAAA' });
    expect(await links(stranger, id)).toBe(401);
  });
});
