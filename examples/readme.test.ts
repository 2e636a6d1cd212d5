import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, ResultsInMemory, StoreInFile } from '@parley/agent-sdk';
import { createWorld, type Person, type World } from '@parley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { handlersOf } from './testing/load-sample.ts';

// The READMEs of the packages, which are read on the page of a registry: each sample is a file that compiles and runs alone.

// The first one loads the whole server.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '..');
const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'README.md')),
);
const readmes = [...packages.map((name) => `packages/${name}/README.md`), 'python/parley-agent/README.md'];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const samples = readmes.flatMap((path) =>
  [...textOf(path).matchAll(/^```ts ?(.*)\n([\s\S]*?)^```$/gm)].map(([, file = '', code = '']) => ({
    name: `${path.split('/')[1]}-${file}`,
    path,
    file,
    code,
  })),
);

let folder: string;
beforeAll(() => {
  // Below the repository, so that the packages are found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/readme-'));
  for (const { name, code } of samples) writeFileSync(join(folder, name), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a sample, with some of its words replaced by what fits this machine. */
function at(name: string, changes: Readonly<Record<string, string>> = {}): string {
  const path = join(folder, name);
  const code = readFileSync(path, 'utf8');
  for (const word of Object.keys(changes)) expect(code).toContain(word);
  const fitted = Object.entries(changes).reduce((text, [from, to]) => text.replaceAll(from, to), code);
  if (fitted !== code) writeFileSync(path, fitted);
  return path;
}

test('every sample has a name, and compiles alone', async () => {
  expect(samples.filter(({ file }) => !/^[\w-]+\.ts$/.test(file))).toEqual([]);
  expect(samples.length).toBeGreaterThan(15);
  const compilerOptions = {
    ...{ composite: false, declaration: false, declarationMap: false, sourceMap: false, noEmit: true },
    ...{ rewriteRelativeImportExtensions: false, allowImportingTsExtensions: true, moduleDetection: 'force' },
    ...{ customConditions: ['parley-source'], lib: ['es2023'] },
  };
  const files = samples.map(({ name }) => name);
  const config = { extends: '../../tsconfig.base.json', compilerOptions, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/.bin/tsc');
  const said = await promisify(execFile)(tsc, ['-p', folder], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );
  expect(said.stdout).toBe('');
}, 300_000);

test.each(readmes)('%s links to nothing by its place in the repository, and to what is there', (path) => {
  const links = [...textOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
  const own = links.flatMap((link) => /parley-platform\/parley\/(?:blob|tree)\/main\/([^#]+)/.exec(link)?.[1] ?? []);
  expect(own.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

describe('the samples run:', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  async function adaWith(file: string, scopes: readonly string[] = [], options = {}): Promise<Person> {
    const load = () => import(at(`agent-sdk-${file}`));
    const requested_scopes = scopes.map((scope) => ({ scope, reason: 'To show it.' }));
    await world.agent(handlersOf(load, options), { manifest: { requested_scopes } });
    const ada = await world.person('ada');
    if (scopes.length > 0) await ada.grants([...scopes]);
    return ada;
  }

  test.each(['echo.ts', 'overlap.ts'])('%s says back what it hears', async (file) => {
    const ada = await adaWith(file);
    await ada.says('hello');
    await ada.sees('You said: hello');
  });

  test('credentials.ts takes the credential before it beside its own', async () => {
    vi.stubEnv('OLD_CREDENTIAL_ID', 'cred_01KAJ8ZJ9M4J0V6W3QX5T2N7RC');
    vi.stubEnv('OLD_SECRET', 'A'.repeat(43));
    onTestFinished(() => void vi.unstubAllEnvs());
    const ada = await adaWith('credentials.ts');
    await ada.says('hello');
    await ada.sees('You said: hello');
  });

  test('handlers.ts tries its handlers in order', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const ada = await adaWith('handlers.ts');
    await ada.says('HELP');
    await ada.sees('Ask me about the weather.');
    await ada.says('weather in Bern');
    await ada.sees('Looking up Bern …');
    await ada.assigns('Water', 'Water the plants');
    await ada.sees('I begin: Water');
    expect(log).toHaveBeenCalledWith('message.created', expect.any(Number), 'ms');
  });

  test('forms.ts takes an order', async () => {
    const ada = await adaWith('forms.ts');
    await ada.says('hello');
    await ada.presses('Tea');
    await ada.submits({ size: 'L' });
    await ada.sees('One L.');
  });

  test('store.ts counts in its file', async () => {
    const path = join(folder, 'store.json');
    const ada = await adaWith('store.ts', [], { store: new StoreInFile(path) });
    await ada.says('tea');
    await ada.sees('Cup 1 of this conversation.');
    await ada.says('tea');
    await ada.sees('Cup 2 of this conversation.');
    expect(readFileSync(path, 'utf8')).toContain('"cups": 2');
  });

  test('stream.ts answers bit by bit', async () => {
    const ada = await adaWith('stream.ts');
    await ada.says('why?');
    await ada.sees('You asked: why?');
    await ada.sees({ type: 'list', title: 'Sources' });
  });

  test('decide.ts deletes what the person approves', async () => {
    const ada = await adaWith('decide.ts', ['decision.request'], { results: new ResultsInMemory() });
    await ada.says('delete a.txt');
    await ada.approves('Delete a.txt');
    await ada.sees('a.txt is gone.');
    await ada.says('delete b.txt');
    await ada.denies('Delete b.txt');
    await ada.sees('It stays: denied.');
  });

  test('tools.ts runs the tool that was chosen', async () => {
    const ada = await adaWith('tools.ts', ['clock.read']);
    await ada.says('what time is it?');
    await ada.sees('The clock says');
  });

  test('catch.ts apologises', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const ada = await adaWith('catch.ts');
    await ada.says('hello');
    await ada.sees('Something broke on my side.');
  });

  test.each(['agent-sdk-chat.ts', 'a2a-seat.ts', 'model-seat.ts'])(
    '%s makes an agent that takes messages',
    async (name) => {
      const taken = vi.spyOn(Agent.prototype, 'on');
      onTestFinished(() => taken.mockRestore());
      await world.agent(handlersOf(() => import(at(name))));
      expect(taken.mock.calls.some(([events]) => [events].flat().includes('message.created'))).toBe(true);
    },
  );

  test.each(['webhook.ts', 'express.ts', 'worker.ts'])('%s answers a signed delivery, and no other', async (file) => {
    const { env } = await world.agent(null);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const port = await freePort();
    const served = (await import(at(`agent-sdk-${file}`, file === 'worker.ts' ? {} : { 8080: String(port) }))) as {
      default?: { fetch(request: Request): Promise<Response> };
    };
    const request = new Request(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
    const ask = () => (served.default ? served.default.fetch(request.clone()) : fetch(request.clone()));
    await vi.waitFor(async () => expect((await ask()).status).toBe(401), { timeout: 20_000 });
  });
});

test('unit.ts, validate.ts and contract.ts print what they say', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  await import(at('agent-sdk-unit.ts'));
  expect(log).toHaveBeenLastCalledWith([{ type: 'text', text: 'Ask me about the weather.' }]);
  await import(at('cli-validate.ts'));
  expect(log).toHaveBeenLastCalledWith('/0/type', 'unknown_type', expect.stringContaining('Did you mean "text"?'));
  await import(at('protocol-contract.ts'));
  expect(log.mock.calls.slice(-2)).toEqual([[true], [true, '/hooks/v1/reply']]);
});

test('world.ts and server.ts of the kit run to their end', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  await import(at('testing-world.ts'));
  await import(at('testing-server.ts', { "'.parley'": JSON.stringify(join(folder, 'data')), 4600: '0' }));
  expect(log).toHaveBeenLastCalledWith(expect.stringMatching(/^Parley is ready at http:\/\/127\.0\.0\.1:\d+$/));
});
