import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, type TestedAgent, type World } from '@parley/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../testing/free-port.ts';

// The programs that the app and the guide show to whoever connects an agent, each in a process of its own, against the real server.

// Each compiles or interprets a program of its own, and the first one loads the whole server.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const isThere = {
  ts: true,
  py: has('python3', '--version'),
  sh: has('curl', '--version') && has('openssl', 'version'),
  go: has('go', 'version'),
};
const missing = Object.entries(isThere).filter(([, there]) => !there);
if (missing.length > 0)
  console.warn(`SKIPPED: nothing here runs the samples in ${missing.map(([name]) => name).join(', ')}.`);

const commands = {
  ts: [process.execPath, '--import', 'tsx', '--conditions', 'parley-source'],
  py: ['python3'],
  sh: ['sh'],
};

type Language = keyof typeof isThere;
const languageOf = (name: string) => name.split('.').at(-1) as Language;

interface Running {
  output(): string;
}

/** Starts a program as its page says, and resolves once it says `until`. */
async function run(path: string, env: Readonly<Record<string, string>>, until: RegExp): Promise<Running> {
  const language = languageOf(path);
  const [command = '', ...args] = language === 'go' ? [compiled(path)] : [...commands[language], path];
  const child: ChildProcess = spawn(command, args, { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill());
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (until.test(output)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`It ended before it said ${until}:\n${output}`)));
  });
  return { output: () => output };
}

/** Not with `go run`, which leaves the program behind when it is ended itself. */
function compiled(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-go-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('go', ['vet', path]);
  execFileSync('go', ['build', '-o', join(folder, 'agent'), path]);
  return join(folder, 'agent');
}

const sample = (name: string) => join(import.meta.dirname, name);

const runnable = (names: readonly string[]) => names.filter((name) => isThere[languageOf(name)]);

test.each(runnable(['relay.ts', 'relay.py']))('%s says back what a person says', async (name) => {
  await answersOverTheRelay(sample(name));
});

test.skipIf(!isThere.go)('agent.go says back what a person says, and is formatted as gofmt does', async () => {
  const path = sample('../guide/wire/agent.go');
  if (has('gofmt', path)) expect(execFileSync('gofmt', ['-l', path], { encoding: 'utf8' })).toBe('');
  await answersOverTheRelay(path);
});

async function answersOverTheRelay(path: string): Promise<void> {
  const agent = await world.agent(null);
  await run(path, agent.env, /Connected/);
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('You said: hello');
}

test.skipIf(!isThere.sh)('relay.sh shows what comes over the stream', async () => {
  const agent = await world.agent(null);
  const { output } = await run(sample('relay.sh'), agent.env, /event: ready\b/);
  const ada = await world.person('ada');
  await ada.says('hello');
  await world.until(() => /event: delivery\ndata: .*body_base64/.test(output()), 'the delivery');
});

/** The programs listen on a port of their own choice, which somebody else may have here. */
async function onFreePort(
  name: string,
): Promise<{ readonly path: string; readonly url: string; readonly agent: TestedAgent }> {
  const port = await freePort();
  // Below the repository, so that the packages are found.
  const cache = join(import.meta.dirname, '../../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'connect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const text = readFileSync(sample(name), 'utf8');
  expect(text).toContain('8080');
  writeFileSync(join(folder, name), text.replaceAll('8080', String(port)));
  const url = `http://127.0.0.1:${port}/`;
  const agent = await world.agent(null, { manifest: { transport: 'webhook', webhook_url: url } });
  return { path: join(folder, name), url, agent };
}

test.each(runnable(['webhook.ts', 'webhook.py']))('%s answers what is posted to it', async (name) => {
  const { path, agent } = await onFreePort(name);
  await run(path, agent.env, /Listening/);
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('You said: hello');
});

test.skipIf(!isThere.py || !isThere.sh)(
  'webhook.sh posts what a webhook takes, and with another secret it does not',
  async () => {
    const { path, url, agent } = await onFreePort('webhook.py');
    await run(path, agent.env, /Listening/);
    const post = async (secret: string) => {
      const env = { ...agent.env, AGENT_WEBHOOK_URL: url, PARLEY_AGENT_SECRET: secret };
      return (await run(sample('webhook.sh'), env, /HTTP\/1\.\d \d+/)).output();
    };
    expect(await post(agent.credentials.secret)).toMatch(/HTTP\/1\.\d 200/);
    expect(await post('A'.repeat(43))).toMatch(/HTTP\/1\.\d 401/);
  },
);

test('agent.go is written to the wire, whether or not there is a compiler here', () => {
  const text = readFileSync(sample('../guide/wire/agent.go'), 'utf8');
  const vectors = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../conformance/signing/sign.json'), 'utf8'),
  ) as { header: string }[];
  for (const { header } of vectors) expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
  for (const part of [
    'base64.RawURLEncoding',
    'hmac.New(sha256.New, key)',
    'mac.Write([]byte(unix + "."))',
    '"t=" + unix + ",v1=" + hex.EncodeToString',
    'age <= 300 && age >= -300',
    '"X-Agent-Signature"',
    '/hooks/v1/stream',
    '"/hooks/v1/deliveries/"+frame.DeliveryID+"/ack"',
    '/hooks/v1/reply',
  ])
    expect(text).toContain(part);
});
