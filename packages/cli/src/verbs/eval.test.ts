import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openParley, onSources, parley } from '../testing/cli.ts';
import {
  folderWithPackages,
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

const agentSource = (farewell: string) => `
  import { Agent } from ${JSON.stringify(new URL('../../../agent-sdk/src/index.ts', import.meta.url).href)};
  const agent = Agent.fromEnv(process.env);
  agent.hears('bye', (ctx) => ctx.reply('${farewell}'));
  agent.on('message.created', (ctx) => ctx.reply('You said: ' + ctx.text));
  await agent.startRelay();
  console.log('The agent is there');
`;

const run = [process.execPath, ...onSources, 'agent.ts'];

it('§29 a conversation of the server is kept, an equal version passes, and a planted regression is found', async () => {
  const cwd = await folderWithPackages(folder.path, 'agent');
  const handle = freshHandle('a');
  const manifest = { version: '1', handle, name: 'Echo', description: 'Says it again.', transport: 'relay' };
  await writeFile(join(cwd, 'parley.json'), JSON.stringify(manifest));
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(cwd, 'agent.ts'), agentSource('Good bye!'));

  const dev = openParley(['dev', '--no-watch', '--', ...run], { env: server.env, cwd });
  await dev.until('stdout', /The agent is there/);
  for (const words of ['hello', 'bye']) await parley(['send', handle, words, '--wait', '30'], { env: server.env });
  await dev.stop();
  const { items } = await server.call('GET', '/v1/conversations');
  const kept = await parley(['eval', items[0].conversationId, '--save', 'talk.json'], { env: server.env, cwd });
  expect(kept.code, kept.stderr).toBe(0);
  expect(JSON.parse(await readFile(join(cwd, 'talk.json'), 'utf8'))).toEqual({
    version: '1',
    turns: [
      { person: 'person-1', says: 'hello', answers: [[{ type: 'text', text: 'You said: hello' }]] },
      { person: 'person-1', says: 'bye', answers: [[{ type: 'text', text: 'Good bye!' }]] },
    ],
  });

  const equal = await parley(['eval', 'talk.json', '--', ...run], { env: server.env, cwd });
  expect(equal.stderr).toContain('All 2 turns are answered as before.');
  expect(equal.code).toBe(0);

  await writeFile(join(cwd, 'agent.ts'), agentSource('Bye.'));
  const worse = await parley(['eval', 'talk.json', '--json', '--', ...run], { env: server.env, cwd });
  expect(worse.stderr).toContain('1 of 2 turns are answered otherwise.');
  expect(worse.code).toBe(1);
  expect(JSON.parse(worse.stdout)).toMatchObject({
    different: 1,
    turns: [
      { did: 'hello', difference: null },
      { did: 'bye', difference: 'the answer: /0/text was "Good bye!", is "Bye."' },
    ],
  });
}, 240_000);

it('§29 words that mean nothing, a file that is no transcript, and a program that ends are faults', async () => {
  const cwd = await folderWithPackages(folder.path, 'faults');
  const turns = [{ person: 'ada', says: 'hello', answers: [] }];
  await writeFile(join(cwd, 'talk.json'), JSON.stringify({ version: '1', turns }));
  await writeFile(join(cwd, 'wrong.json'), JSON.stringify({ version: '1', turns: [{ person: 'ada' }] }));
  await writeFile(join(cwd, 'parley.json'), JSON.stringify({ handle: freshHandle('a'), name: 'Echo' }));
  const evaluate = (...words: string[]) => parley(['eval', ...words, '--', process.execPath, '-e', '0'], { cwd });
  expect(await evaluate('talk.json', '--by', 'taste')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('by_invalid'),
  });
  const wrong = await evaluate('wrong.json');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('transcript_invalid: wrong.json') });
  const ended = await evaluate('talk.json');
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('program_ended') });
}, 120_000);
