import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The package as it is installed: its build beside its sources, and nothing of this repository.

const root = join(import.meta.dirname, '../../..');
const tool = (path: string) => join(root, 'node_modules', path);
/** With a space in its name, which a URL writes in another way than a path. */
let app: string;

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'parley installed '));
  expect(await run(tool('.bin/tsc'), '-b', join(root, 'packages/agent-sdk'))).toBe('');
  for (const name of ['agent-sdk', 'protocol']) {
    const into = join(app, 'node_modules/@parley', name);
    await mkdir(into, { recursive: true });
    for (const part of ['dist', 'src', 'package.json']) {
      await cp(join(root, 'packages', name, part), join(into, part), { recursive: true });
    }
  }
  for (const name of ['eventsource-parser', 'zod']) await symlink(tool(name), join(app, 'node_modules', name));
  await writeFile(join(app, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rm(app, { recursive: true, force: true }));

/** Runs a program in the folder of the app, and returns what it writes. */
async function run(...args: readonly string[]): Promise<string> {
  const done = await promisify(execFile)(process.execPath, args, { cwd: app }).catch((error: unknown) => error);
  const { stdout, stderr } = done as { readonly stdout: string; readonly stderr: string };
  return stdout + stderr;
}

test.each([
  ['as it is', []],
  ['with source maps', ['--enable-source-maps']],
  ['under tsx', [tool('tsx/dist/cli.mjs')]],
])('an error names the line that called: %s', async (_, how) => {
  await writeFile(
    join(app, 'agent.js'),
    `import { Agent, FakePlatform, messageCreated } from '@parley/agent-sdk';
const platform = await new FakePlatform().start();
const agent = new Agent({ ...platform.options, log: () => undefined });
const caught = new Promise((resolve) => agent.catch(({ cause }) => resolve(cause)));
agent.on('message.created', (ctx) => {
  return ctx.reply([]);
});
await agent.startRelay();
platform.relay.deliver(messageCreated('x'));
console.log((await caught).stack.split('\\n')[1]);
process.exit();
`,
  );
  expect(await run(...how, 'agent.js')).toMatch(/^\s+at [^\n]*\/agent\.js:6:/);
});

test('an agent for workers is checked without the types of Node', async () => {
  const lines = [
    "import { Agent, FakePlatform } from '@parley/agent-sdk';",
    "const agent = Agent.fromEnv({ PARLEY_AGENT_ID: 'agt_1' });",
    'export default { fetch: agent.webhookHandler() };',
    "export const types: readonly string[] = new FakePlatform().calls.map(({ raw }) => raw.toString('hex'));",
  ];
  await writeFile(join(app, 'worker.ts'), lines.join('\n'));
  const compilerOptions = {
    ...{ lib: ['es2022', 'webworker'], types: [], skipLibCheck: false, strict: true, noEmit: true },
    ...{ target: 'es2022', module: 'nodenext' },
  };
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['worker.ts'] }));
  expect(await run(tool('.bin/tsc'), '-p', app)).toBe('');
});
