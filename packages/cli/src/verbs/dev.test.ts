import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createClient } from '../api/client.ts';
import { startSketchpad } from '../sketchpad/start-sketchpad.ts';
import { openParley, onSources, parley } from '../testing/cli.ts';
import {
  folderWithPackages,
  freePort,
  freshHandle,
  startRealServer,
  temporaryFolder,
  type RealServer,
} from '../testing/server.ts';

let server: RealServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  [server, folder] = await Promise.all([startRealServer(), temporaryFolder()]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** An agent of one handler; the SDK is found by its place in this repository. */
const agentSource = (word: string) => `
  import { Agent } from ${JSON.stringify(new URL('../../../agent-sdk/src/index.ts', import.meta.url).href)};
  const agent = Agent.fromEnv(process.env);
  agent.on('message.created', (ctx) => ctx.reply(\`${word}: \${ctx.text}\`));
  await agent.startRelay();
  console.log('${word} is there');
`;

/** A folder with the manifest of a new agent. */
async function agentFolder(name: string) {
  const cwd = join(folder.path, name);
  await mkdir(join(cwd, 'src'), { recursive: true });
  return { cwd, ...(await addManifest(cwd)) };
}

async function addManifest(cwd: string) {
  const handle = freshHandle('a');
  const manifest = { version: '1', handle, name: 'Echo', description: 'Says it again.', transport: 'relay' };
  await writeFile(join(cwd, 'parley.json'), JSON.stringify({ $schema: 'x', ...manifest }));
  return { handle, manifest };
}

it('registers the agent of parley.json, runs it anew with each change, and shows its deliveries', async () => {
  const { cwd, handle, manifest } = await agentFolder('agent');
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(cwd, 'src/agent.ts'), agentSource('First'));
  const dev = openParley(['dev', '--', process.execPath, ...onSources, 'src/agent.ts'], { env: server.env, cwd });
  await dev.until('stdout', /First is there/);
  const ask = (text: string) => parley(['send', handle, text, '--wait', '30'], { env: server.env });
  expect((await ask('hello')).stdout.trim()).toBe('First: hello');
  await dev.until('stdout', /dlv_\w+ {2}message\.created {2}delivered/);

  await writeFile(join(cwd, 'src/agent.ts'), agentSource('Second'));
  await dev.until('stdout', /Second is there/);
  expect((await ask('again')).stdout.trim()).toBe('Second: again');

  await writeFile(join(cwd, 'parley.json'), JSON.stringify({ ...manifest, name: 'Renamed' }));
  await dev.until('stderr', /Brought parley.json to the server/);
  expect(await dev.stop()).toBe(0);
  const { items } = await server.call('GET', '/v1/agents');
  expect(items).toMatchObject([{ handle, name: 'Renamed' }]);
  const { items: credentials } = await server.call('GET', `/v1/agents/${items[0].agentId}/credentials`);
  const again = openParley(['dev', '--', process.execPath, ...onSources, 'src/agent.ts'], { env: server.env, cwd });
  await again.until('stdout', /Second is there/);
  expect((await server.call('GET', `/v1/agents/${items[0].agentId}/credentials`)).items).toHaveLength(
    credentials.length,
  );
}, 120_000);

it('registers no second agent where the handle changes, and says how to go on', async () => {
  const { cwd, handle, manifest } = await agentFolder('renamed');
  const other = freshHandle('b');
  const dev = openParley(['dev', '--', process.execPath, '-e', resting], { env: server.env, cwd });
  await dev.until('stdout', /is there/);
  await writeFile(join(cwd, 'parley.json'), JSON.stringify({ ...manifest, handle: other }));
  await dev.until('stderr', new RegExp(`"${other}".* goes on as ${handle}\\. Start parley dev again`));
  await writeFile(join(cwd, 'parley.json'), JSON.stringify({ ...manifest, name: 'Back' }));
  await dev.until('stderr', /Brought parley.json to the server/);
  const { items } = await server.call('GET', '/v1/agents');
  const handles = items.map((agent: { handle: string }) => agent.handle);
  expect([handles.includes(handle), handles.includes(other)]).toEqual([true, false]);
}, 120_000);

it('kills a program that does not end at a second Ctrl+C', async () => {
  const { cwd } = await agentFolder('stubborn');
  const dev = openParley(['dev', '--', process.execPath, '-e', staying], { env: server.env, cwd });
  await dev.until('stdout', /is there/);
  void dev.stop();
  await dev.until('stdout', /is asked to end/);
  // The program has the same stdout, which is closed only when both have ended.
  expect(await dev.stop()).toBe(130);
}, 60_000);

/** A program that does nothing for a minute, and one that ignores the request to end too. */
const resting = `setTimeout(() => undefined, 60_000); console.log('is there');`;
const staying = `process.on('SIGTERM', () => console.log('is asked to end')); ${resting}`;

/** An agent that writes beside its sources whenever it is written to, and says which secrets it was given. */
const writingSource = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  import { Agent } from ${JSON.stringify(new URL('../../../agent-sdk/src/index.ts', import.meta.url).href)};
  import { word } from './word.ts';
  const agent = Agent.fromEnv(process.env);
  agent.on('message.created', async (ctx) => {
    appendFileSync('agent.log', ctx.text);
    writeFileSync('src/state.json', JSON.stringify({ last: ctx.text }));
    writeFileSync('src/made.ts', 'export const last = ' + JSON.stringify(ctx.text));
    await ctx.reply(word + ': ' + ctx.text);
  });
  await agent.startRelay();
  console.log(word, 'is there with', Object.keys(process.env).filter((name) => /TOKEN|SECRET/.test(name)).join());
`;

it('starts an agent once that writes files of its own, and once more where a file changes that it imports', async () => {
  const { cwd, handle } = await agentFolder('writing');
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(cwd, 'src/agent.ts'), writingSource);
  await writeFile(join(cwd, 'src/word.ts'), `export const word = 'First';`);
  await writeFile(join(cwd, 'src/apart.ts'), `export const apart = 1;`);
  const dev = openParley(['dev', '--', process.execPath, ...onSources, 'src/agent.ts'], { env: server.env, cwd });
  await dev.until('stdout', /First is there with PARLEY_AGENT_SECRET\n/);
  for (const text of ['one', 'two', 'three']) {
    const { stdout } = await parley(['send', handle, text, '--wait', '30'], { env: server.env });
    expect(stdout.trim()).toBe(`First: ${text}`);
  }
  await writeFile(join(cwd, 'src/apart.ts'), `export const apart = 2;`);
  await writeFile(join(cwd, 'src/word.ts'), `export const word = 'Second';`);
  await dev.until('stdout', /Second is there/);
  expect(dev.stdout().match(/is there/g)).toHaveLength(2);
  await writeFile(join(cwd, '.env'), 'MORE=1');
  await dev.until('stdout', /(is there[^]*){3}/);
  expect(dev.stderr().match(/Changed: .*/g)).toEqual(['Changed: src/word.ts.', 'Changed: .env.']);
}, 120_000);

it('waits longer before each start of a program that ends at once', async () => {
  const { cwd } = await agentFolder('ending');
  // Writes what it imports, so that each start is the reason of the next.
  const source = `import { appendFileSync } from 'node:fs';
    appendFileSync('starts.log', Date.now() + '\\n'); appendFileSync('agent.mjs', '//');`;
  await writeFile(join(cwd, 'agent.mjs'), source);
  openParley(['dev', '--', process.execPath, 'agent.mjs'], { env: server.env, cwd });
  const starts = async () => (await readFile(join(cwd, 'starts.log'), 'utf8').catch(() => '')).trim().split('\n');
  await vi.waitFor(async () => expect(await starts()).toHaveLength(4), { timeout: 60_000, interval: 100 });
  const [, second = 0, , fourth = 0] = (await starts()).map(Number);
  expect(fourth - second).toBeGreaterThan(500 + 1000);
}, 120_000);

it('starts a server of its own where none is named, and gives a link to who owns the agent', async () => {
  const cwd = await folderWithPackages(folder.path, 'alone');
  const { handle } = await addManifest(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(cwd, 'agent.ts'), agentSource('Alone'));
  const port = await freePort();
  const words = ['dev', '--port', String(port), '--', process.execPath, ...onSources, 'agent.ts'];
  const dev = openParley(words, { env: { HOME: cwd }, cwd });
  await dev.until('stdout', /Alone is there/);
  const [, link = ''] = /Write to it: (\S+)/.exec(dev.stderr()) ?? [];
  expect(new URL(link).port).toBe(String(port));
  const signedIn = await fetch(link, { redirect: 'manual' });
  const headers = { cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const agents = await fetch(new URL('/v1/agents', link), { headers });
  expect(((await agents.json()) as { items: object[] }).items).toContainEqual(expect.objectContaining({ handle }));

  const [name = ''] = await readdir(join(cwd, '.parley/dev'));
  const session = join(cwd, '.parley/dev', name);
  expect((await stat(session)).mode & 0o777).toBe(0o600);
  const here = { env: { HOME: cwd }, cwd };
  expect((await parley(['send', handle, 'hello', '--wait', '30'], here)).stdout.trim()).toBe('Alone: hello');
  const elsewhere = { ...here, cwd: folder.path };
  expect((await parley(['agent', 'list', '--base-url', new URL(link).origin], elsewhere)).code).toBe(4);
  const kept = await readFile(session, 'utf8');

  expect(await dev.stop()).toBe(0);
  await expect(stat(session)).rejects.toThrow('ENOENT');
  // As if it had been killed: its process is no more.
  await writeFile(session, kept);
  expect(
    (await parley(['agent', 'list'], { ...here, env: { ...here.env, PARLEY_BASE_URL: new URL(link).origin } })).code,
  ).toBe(4);
  expect(await readFile(join(cwd, '.parley/.gitignore'), 'utf8')).toBe('*\n');
}, 120_000);

it('opens a room beside the editor for blocks in a folder that has no agent, whose agent answers blocks with blocks', async () => {
  const cwd = await folderWithPackages(folder.path, 'empty');
  const port = await freePort();
  const dev = openParley(['dev', '--port', String(port)], { env: { HOME: cwd }, cwd });
  await dev.until('stderr', /Try a conversation: \S+\n/);
  expect(dev.stderr()).toContain('npm create parley-agent my-agent');
  const [, link = ''] = /Try blocks: (\S+)/.exec(dev.stderr()) ?? [];
  const signedIn = await fetch(link, { redirect: 'manual' });
  const place = new URL(signedIn.headers.get('location') ?? '', link);
  expect([place.port, place.pathname]).toEqual([String(port), '/agents/playground']);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const room = roomAt(new URL(`/v1/conversations/${place.searchParams.get('room')}/`, link), cookie);

  const blocks = [
    { type: 'text', text: 'Tea or **coffee**?' },
    { type: 'buttons', buttons: [{ label: 'Tea', payload: 'tea' }] },
  ];
  const drawn = await room.ask({ text: JSON.stringify(blocks, null, 2) });
  expect([drawn.author.name, drawn.blocks]).toEqual(['Sketchpad', blocks]);
  const refused = await room.ask({ text: '```json\n[{"type": "buttons", "buttons": [{"label": "Tea"}]}]\n```' });
  expect(refused.blocks).toMatchObject([{ type: 'text', text: expect.stringMatching(/payload/) }]);
  for (const part of ['`block_invalid, missing_field`', '`/0/buttons/0/payload`', '"payload"'])
    expect(refused.blocks[0].text).toContain(part);
  const missing = { type: 'image', asset_id: 'ast_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  expect((await room.ask({ text: JSON.stringify([missing]) })).blocks[0].text).toMatch(
    /^Refused: `block_invalid, asset_not_found` at `\/0\/asset_id`\n\n[^\n]+$/,
  );
  expect((await room.ask({ text: 'tea' })).blocks[0].text).toContain('Send me blocks as JSON');
  const pressed = await room.ask({ text: 'tea', choice: { messageId: drawn.messageId, block: 1, payload: 'tea' } });
  const shown = JSON.parse(/```json\n(.*)\n```/s.exec(pressed.blocks[0].text)?.[1] ?? '');
  expect(shown).toMatchObject({ event: 'message.created', messages: [{ author: 'user', text: 'tea' }] });
  const fields = [{ name: 'cups', label: 'How many?', field_type: 'number' }];
  const form = await room.ask({
    text: JSON.stringify({ type: 'form', form_id: 'order', submit_label: 'Order', fields }),
  });
  const submitted = await room.ask({ cups: 2 }, `messages/${form.messageId}/forms/order/submit`);
  expect(submitted.blocks[0].text).toMatch(/"event": "form.submitted"[^]*"cups": 2/);
  // Each message and each form of the person once, and nothing of the agent's own.
  const all = await room.messages();
  const turns = [...Array.from({ length: 6 }, () => ['user', 'agent']).flat(), 'agent'];
  expect(all.map(({ author }) => author.type)).toEqual(turns);
  expect(await dev.stop()).toBe(0);
}, 120_000);

it('registers the agent of that room under another handle where somebody else has the usual one, once', async () => {
  const home = join(folder.path, 'sketchpad');
  await server.call('POST', '/v1/agents', {
    manifest: { version: '1', handle: 'sketchpad', name: 'S', description: 'Sketches.', transport: 'relay' },
  });
  const handle = freshHandle('p');
  const body = JSON.stringify({ handle, displayName: 'Ben', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  const joined = await fetch(`${server.baseUrl}/v1/users`, { method: 'POST', headers, body });
  const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const init = { method: 'POST', headers: { ...headers, cookie }, body: '{"name":"CLI"}' };
  const made = (await (await fetch(`${server.baseUrl}/v1/tokens`, init)).json()) as { token: string };
  const client = createClient({ baseUrl: server.baseUrl, token: made.token });
  const rooms: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const sketchpad = await startSketchpad(client, home);
    rooms.push(sketchpad.room);
    await sketchpad.stop();
  }
  expect(rooms[1]).toBe(rooms[0]);
  const { items } = await client.call('listAgents', { query: {} });
  expect(items).toMatchObject([{ handle: `sketchpad-${handle}`, access: 'private', status: 'live' }]);
}, 60_000);

interface Said {
  readonly messageId: string;
  readonly seq: number;
  readonly author: { readonly type: string; readonly name: string };
  readonly blocks: ReturnType<typeof JSON.parse>;
}

/** A person's side of a conversation. */
function roomAt(address: URL, cookie: string) {
  const call = async (path = 'messages', init: RequestInit = {}) => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': freshHandle('k') };
    const response = await fetch(new URL(path, address), { headers, ...init });
    const json: ReturnType<typeof JSON.parse> = await response.json();
    expect(response.ok, JSON.stringify(json)).toBe(true);
    return json;
  };
  const messages = async (): Promise<Said[]> => (await call()).items;
  const ask = async (body: object, path = 'messages'): Promise<Said> => {
    const last = (await messages()).at(-1)?.seq ?? 0;
    await call(path, { method: 'POST', body: JSON.stringify(body) });
    return vi.waitFor(
      async () => {
        const newest = (await messages()).at(-1);
        if (newest?.author.type !== 'agent' || newest.seq <= last) throw new Error('No answer has come yet.');
        return newest;
      },
      { timeout: 30_000, interval: 100 },
    );
  };
  return { messages, ask };
}

it('wants to know what runs the agent, and which manifest', async () => {
  const cwd = join(folder.path, 'nothing');
  await mkdir(cwd);
  const without = await parley(['dev'], { env: server.env, cwd });
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringMatching(/^agent_missing: .*parley\.json[^]*--local/),
  ]);
  await writeFile(join(cwd, 'parley.json'), '{}');
  const both = await parley(['dev', '--port', '4700', '--', 'true'], { env: server.env, cwd });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--local')]);
  const taken = ['dev', '--local', '--port', new URL(server.baseUrl).port, '--', 'true'];
  expect((await parley(taken, { env: server.env, cwd })).stderr).toContain('port_taken');
  const idle = await parley(['dev'], { env: server.env, cwd });
  expect([idle.code, idle.stderr]).toEqual([2, expect.stringContaining('command_required')]);
}, 60_000);
