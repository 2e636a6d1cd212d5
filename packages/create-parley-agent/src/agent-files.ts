/** The version of the packages that a new agent begins with: that of this one. */
const version = '0.2.0';

/** The files of a new agent, by name. */
export function agentFiles(
  handle: string,
  packages: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const name = handle.replace(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
  const ours = (names: readonly string[]) =>
    Object.fromEntries(names.filter(isNamed).map((one) => [one, packages[one] ?? version]));
  /** The protocol comes with the others; it is named where they are tarballs, which npm would look for elsewhere. */
  const isNamed = (one: string) => one !== '@parley/protocol' || packages[one] !== undefined;
  return {
    'package.json': json({
      name: handle.replace(/^[_-]+/, ''),
      private: true,
      type: 'module',
      engines: { node: '>=20.19' },
      scripts: {
        dev: 'parley dev',
        start: 'tsx src/main.ts',
        test: 'node --import tsx --test src/agent.test.ts',
        check: 'tsc --noEmit',
      },
      dependencies: { ...ours(['@parley/agent-sdk', '@parley/protocol']), tsx: '4.23.15' },
      devDependencies: { ...ours(['@parley/cli', '@parley/testing']), '@types/node': '20.19.30', typescript: '6.0.3' },
      // What tsx compiles with works without its script, about which newer npm would ask.
      allowScripts: { esbuild: false },
    }),
    'parley.json': json({
      version: '1',
      handle,
      name,
      description: `${name} says what it was told.`,
      transport: 'relay',
      requested_scopes: [],
      access: 'private',
    }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'es2023',
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: ['node'],
      },
      include: ['src'],
    }),
    '.gitignore': 'node_modules/\n.env\n.parley/\n',
    '.env.example': environment(handle),
    'README.md': readme(name, handle),
    'src/agent.ts': agentSource,
    'src/main.ts': mainSource,
    'src/agent.test.ts': testSource,
  };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const environment = (
  handle: string,
) => `# What the agent is started with where npm start runs it: npx parley agent push --secret-file .env registers it and fills them in.
PARLEY_BASE_URL=http://127.0.0.1:4600
PARLEY_AGENT_ID=
PARLEY_CREDENTIAL_ID=
PARLEY_AGENT_SECRET=
PARLEY_AGENT_HANDLE=${handle}
`;

const readme = (name: string, handle: string) => `# ${name}

An agent for Parley. What it does is in \`src/agent.ts\`, and how it is known is in \`parley.json\`.

1. \`npm install\`, then \`npm test\`: the test brings its own server along.
2. \`npm run dev\`: starts a Parley of its own on this machine, registers the agent there, and prints a link. Open it and write to the agent;
   it starts anew with each change. In another terminal, \`npx parley send ${handle} "Hello" --wait\` writes to it too.
3. On a server: \`PARLEY_BASE_URL=https://… PARLEY_TOKEN=pat_… npx parley agent push --secret-file .env\` registers it there, and \`npm start\` runs it. With
   the same two variables \`npm run dev\` uses that server.
`;

const agentSource = `import { Agent } from '@parley/agent-sdk';

/** Adds the handlers, so that a test can bring an agent of its own. */
export function withHandlers(agent: Agent): Agent {
  agent.hears('help', (ctx) => ctx.reply('Write me anything, and I say it back.'));
  agent.on('message.created', (ctx) => ctx.reply(\`You said: \${ctx.text}\`));
  return agent;
}
`;

const mainSource = `import { existsSync } from 'node:fs';
import { Agent } from '@parley/agent-sdk';
import { withHandlers } from './agent.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const agent = withHandlers(Agent.fromEnv(process.env));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await agent.startRelay();
`;

const testSource = `import { test } from 'node:test';
import { createWorld } from '@parley/testing';
import { withHandlers } from './agent.ts';

test('it says back what it was told', { timeout: 60_000 }, async (t) => {
  const world = await createWorld();
  t.after(() => world.close());
  await world.agent(withHandlers);
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('You said: hello');
});
`;
