import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { agentUploaded, png, uploaded, wav } from './files.ts';
import { call, refusalOf } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';

const server = useServer();
const asPng = { headers: { 'content-type': 'image/png' } };
let ada: Person;
let bob: Person;
let cyd: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bob, cyd] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const read = (person: Person, assetId: string) => person.get(`/v1/assets/${assetId}`);
const urlFor = (asker: Agent, assetId: string) => asker.send(`/hooks/v1/assets/${assetId}/url`);
const attach = async (person: Person, conversation: string, assetId: string) => {
  const answer = await person.post(`/v1/conversations/${conversation}/attachments`, { assetId });
  if (answer.status !== 201) throw new Error(`Attaching answered ${answer.status}: ${answer.text}`);
};
const unreadable = async (person: Person, assetId: string) =>
  expectRefusal(await read(person, assetId), 404, 'asset_not_found');

describe('§4 who may read a person’s asset', () => {
  it('is its owner, and nobody else before it is shown anywhere', async () => {
    const assetId = await uploaded(ada, png);
    expect((await read(ada, assetId)).status).toBe(200);
    await unreadable(bob, assetId);
    expectRefusal(await call(`${server.baseUrl}/v1/assets/${assetId}`), 401, 'unauthenticated');
  });

  it('is told to strangers as if there were none', async () => {
    const hidden = await read(bob, await uploaded(ada, png));
    expect(refusalOf(hidden)).toEqual(refusalOf(await read(bob, nobody('ast'))));
  });

  it('is everyone in a room where its owner attached it, and no outsider', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const assetId = await uploaded(ada, png);
    await attach(ada, conversation, assetId);
    expect((await read(bob, assetId)).status).toBe(200);
    await unreadable(cyd, assetId);
  });

  it('is also who comes into the room later, and not who has left it', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const assetId = await uploaded(ada, png);
    await attach(ada, conversation, assetId);
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: cyd.userId });
    expect((await read(cyd, assetId)).status).toBe(200);
    await bob.del(`/v1/conversations/${conversation}/members/${bob.userId}`);
    await unreadable(bob, assetId);
  });

  it('is its owner alone again once the room is gone', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const assetId = await uploaded(ada, png);
    await attach(ada, conversation, assetId);
    await ada.del(`/v1/conversations/${conversation}`);
    await unreadable(bob, assetId);
    expect((await read(ada, assetId)).status).toBe(200);
  });

  it('is not who attaches an id that belongs to somebody else', async () => {
    const assetId = await uploaded(ada, png);
    const conversation = await openConversation(bob, null, [cyd]);
    const answer = await bob.post(`/v1/conversations/${conversation}/attachments`, { assetId });
    expectRefusal(answer, 404, 'asset_not_found');
    await unreadable(bob, assetId);
    await unreadable(cyd, assetId);
  });

  it('is not what somebody outside the room hears of: for them there is no room', async () => {
    const outsider = await signUp(server);
    const conversation = await openConversation(ada, agent);
    for (const assetId of [nobody('ast'), await uploaded(ada, png), await uploaded(outsider, png)]) {
      const answer = await outsider.post(`/v1/conversations/${conversation}/attachments`, { assetId });
      expectRefusal(answer, 404, 'conversation_not_found');
    }
  });

  it('is not opened by an agent that names it in a block', async () => {
    const assetId = await uploaded(ada, png);
    const conversation = await openConversation(bob, agent);
    const block = { type: 'video', asset_id: assetId, duration_seconds: 1 };
    expect((await agent.reply(await deliver(bob, conversation, 'show me'), [block])).status).toBe(202);
    await unreadable(bob, assetId);
    expectRefusal(await urlFor(agent, assetId), 404, 'asset_not_found');
  });

  it('is not opened by a text that mentions it', async () => {
    const assetId = await uploaded(ada, png);
    const conversation = await openConversation(ada, null, [bob]);
    await ada.post(`/v1/conversations/${conversation}/messages`, { text: `see ${assetId}` });
    await unreadable(bob, assetId);
  });
});

describe('§4 who may read an agent’s asset', () => {
  it('is everyone in a room where the agent shows it, and no outsider', async () => {
    const assetId = await agentUploaded(agent, png, asPng);
    const conversation = await openConversation(bob, agent);
    await unreadable(bob, assetId);
    await agent.reply(await deliver(bob, conversation, 'show me'), [{ type: 'image', asset_id: assetId }]);
    expect((await read(bob, assetId)).status).toBe(200);
    await unreadable(cyd, assetId);
  });

  it('is everyone in the room for a card, a sound and a film too', async () => {
    const [picture, sound] = [await agentUploaded(agent, png, asPng), await agentUploaded(agent, wav)];
    const film = await agentUploaded(agent, png, asPng);
    const conversation = await openConversation(bob, agent);
    await agent.reply(await deliver(bob, conversation, 'show me'), [
      { type: 'card', title: 'A card', image_asset_id: picture },
      { type: 'audio', asset_id: sound, duration_seconds: 0.1 },
      { type: 'video', asset_id: film, duration_seconds: 1 },
    ]);
    for (const assetId of [picture, sound, film]) expect((await read(bob, assetId)).status).toBe(200);
  });
});

describe('§5 the five-minute URL of an asset', () => {
  it('is given to the agent that owns it and opens without a session', async () => {
    const assetId = await agentUploaded(agent, png, asPng);
    const answer = await urlFor(agent, assetId);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ url: expect.stringMatching(/^http/), expires_at: expect.stringMatching(time) });
    const left = Date.parse(answer.body.expires_at) - server.clock.now();
    expect(left).toBeGreaterThan(4.9 * 60_000);
    expect(left).toBeLessThanOrEqual(5 * 60_000 + 1000);
    const response = await fetch(answer.body.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
  });

  it('is given for what is attached in a room where the agent sits', async () => {
    const assetId = await uploaded(bob, png);
    const conversation = await openConversation(bob, agent);
    expectRefusal(await urlFor(agent, assetId), 404, 'asset_not_found');
    await attach(bob, conversation, assetId);
    expect((await urlFor(agent, assetId)).status).toBe(200);
  });

  it('is not given once the agent has left the room', async () => {
    const assetId = await uploaded(bob, png);
    const conversation = await openConversation(bob, agent);
    await attach(bob, conversation, assetId);
    await bob.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
    expectRefusal(await urlFor(agent, assetId), 404, 'asset_not_found');
  });

  it('is not given to another agent, nor for what is not there', async () => {
    const other = await registerAgent(server, ada);
    const foreign = await urlFor(other, await agentUploaded(agent, png, asPng));
    expectRefusal(foreign, 404, 'asset_not_found');
    expect(refusalOf(await urlFor(other, nobody('ast')))).toEqual(refusalOf(foreign));
  });

  it('needs a signature, over nothing but the second', async () => {
    const assetId = await agentUploaded(agent, png, asPng);
    const answer = await agent.send(`/hooks/v1/assets/${assetId}/url`, undefined, { signature: 'nonsense' });
    expectRefusal(answer, 401, 'unauthorized');
  });

  it('offers ranges like the asset itself', async () => {
    const { url } = (await urlFor(agent, await agentUploaded(agent, png, asPng))).body;
    const response = await fetch(url, { headers: { range: 'bytes=0-3' } });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer()).equals(png.subarray(0, 4))).toBe(true);
  });

  it('opens no other asset', async () => {
    const [one, two] = [await agentUploaded(agent, png, asPng), await agentUploaded(agent, png, asPng)];
    const { url } = (await urlFor(agent, one)).body;
    const swapped = await call(url.replaceAll(one, two));
    expect(swapped.status).toBeGreaterThanOrEqual(400);
    expect(swapped.status).toBeLessThan(500);
  });

  it('ends after five minutes', async () => {
    const { url } = (await urlFor(agent, await agentUploaded(agent, png, asPng))).body;
    await server.clock.advance(4.9 * 60_000);
    expect((await call(url)).status).toBe(200);
    await server.clock.advance(0.2 * 60_000);
    const late = await call(url);
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect(late.status).toBeLessThan(500);
  });
});
