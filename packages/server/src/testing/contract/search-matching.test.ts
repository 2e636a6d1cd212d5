import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let searcher: Agent;
let found: Agent;

beforeAll(async () => {
  ada = await signUp(server);
  searcher = await registerAgent(server, ada);
  found = await registerAgent(server, ada, {
    access: 'public',
    handle: 'zither-tuner',
    name: 'Zither Tuner',
    description: 'Translating melodies for mountain villages.',
  });
});

const search = (q: string, more = '') => searcher.send(`/hooks/v1/agents/search?q=${encodeURIComponent(q)}${more}`);
const ids = async (q: string): Promise<string[]> => (await search(q)).body.items.map((item: Json) => item.agent_id);

describe('§5 what a search matches', () => {
  it.each([
    ['a word of the name', 'zither'],
    ['any case', 'ZiThEr'],
    ['the beginning of a word', 'zith'],
    ['the handle', 'zither-tuner'],
    ['a word of the description', 'mountain'],
    ['another form of a word', 'translate'],
    ['the singular of a plural', 'melody'],
    ['words of several fields', 'zither village'],
    ['words in any order', 'tuner zither'],
  ])('is %s: %s', async (_what, q) => {
    expect(await ids(q)).toEqual([found.agentId]);
  });

  it.each([
    ['the middle of a word', 'ither'],
    ['a word beside one that matches', 'zither accordion'],
    ['a word that is only near', 'zithar'],
  ])('is not %s: %s', async (_what, q) => {
    expect(await ids(q)).toEqual([]);
  });

  it.each(["'", '%', '_', '\\', ':*', '& | !', '((', '"', '--', '🦜', '\u0000'])('is not broken by %j', async (q) => {
    const { status } = await search(q);
    expect([200, 400]).toContain(status);
    expect(await ids('zither')).toEqual([found.agentId]);
  });

  it('is as long as 200 characters, whatever they are', async () => {
    expect((await search('🦜'.repeat(200))).status).toBe(200);
    expectRefusal(await search('🦜'.repeat(201)), 400, 'malformed_request');
  });

  it('is as many as asked for', async () => {
    for (let index = 0; index < 4; index += 1)
      await registerAgent(server, ada, { access: 'public', name: `Gooseberry ${index}` });
    expect((await search('gooseberry', '&limit=3')).body.items).toHaveLength(3);
    expect((await search('gooseberry', '&limit=20')).body.items).toHaveLength(4);
  });
});

describe('§5 what a search does', () => {
  it('is nothing that the found agent learns of', async () => {
    const inbox = await openInbox(found);
    await search('zither');
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
    expect((await ada.get(`/v1/agents/${found.agentId}/deliveries`)).body.items).toEqual([]);
    inbox.close();
  });

  it('is for agents, signed', async () => {
    const answer = await searcher.send('/hooks/v1/agents/search?q=zither', undefined, { signature: 'nonsense' });
    expectRefusal(answer, 401, 'unauthorized');
    const browsing = await ada.get('/hooks/v1/agents/search?q=zither');
    expectRefusal(browsing, 401, 'unauthorized');
  });

  it('follows the manifest', async () => {
    const changing = await registerAgent(server, ada, { access: 'public', name: 'Kumquat' });
    expect(await ids('kumquat')).toEqual([changing.agentId]);
    const manifest = {
      version: '1',
      handle: changing.handle,
      name: 'Tamarillo',
      description: 'Another fruit.',
      transport: 'relay',
      requested_scopes: [],
    };
    await ada.put(`/v1/agents/${changing.agentId}/manifest`, { manifest: { ...manifest, access: 'public' } });
    expect(await ids('kumquat')).toEqual([]);
    expect(await ids('tamarillo')).toEqual([changing.agentId]);
    await ada.put(`/v1/agents/${changing.agentId}/manifest`, { manifest: { ...manifest, access: 'private' } });
    expect(await ids('tamarillo')).toEqual([]);
  });

  it('finds no agent that is deleted', async () => {
    const gone = await registerAgent(server, ada, { access: 'public', name: 'Medlar' });
    await ada.del(`/v1/agents/${gone.agentId}`);
    expect(await ids('medlar')).toEqual([]);
  });
});
