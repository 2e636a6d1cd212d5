import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, expect, it } from 'vitest';
import { readEnvironment } from '../config.ts';
import { withoutSecrets } from '../dev/without-secrets.ts';
import { parley } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/server.ts';
import { keepDevSession } from './dev-session.ts';
import { saveLogin } from './saved-logins.ts';
import { serverOf } from './server.ts';

const inFolder = async (variables: Record<string, string>, baseUrl = 'http://127.0.0.1:4999') => {
  const [folder, home] = [await temporaryFolder(), await temporaryFolder()];
  for (const each of [folder, home]) onTestFinished(each.remove);
  await keepDevSession(home.path, folder.path, { baseUrl, token: 'pat_of_folder' });
  return { folder: folder.path, home: home.path, environment: readEnvironment({ HOME: home.path, ...variables }) };
};

it('sends the token of the environment to no server that only `parley dev` names', async () => {
  const { environment, folder } = await inFolder({ PARLEY_TOKEN: 'pat_mine' });
  await expect(serverOf(environment, undefined, folder)).rejects.toMatchObject({
    code: 'server_not_named',
    details: { hint: expect.stringContaining('PARLEY_BASE_URL') },
  });
  const named = await serverOf(environment, 'https://parley.example', folder);
  expect(named).toMatchObject({ baseUrl: 'https://parley.example', token: 'pat_mine' });
});

it('uses the server of the folder, with its own token, where the environment has none', async () => {
  const { environment, folder } = await inFolder({});
  expect(await serverOf(environment, undefined, folder)).toEqual({
    baseUrl: 'http://127.0.0.1:4999',
    token: 'pat_of_folder',
    isNamed: false,
    isOfFolder: true,
  });
});

it.each(['http://127.0.0.1:4999', 'https://parley.example'])(
  'lets a file of the folder say neither where to nor as whom, at %s',
  async (baseUrl) => {
    const [folder, home] = [await temporaryFolder(), await temporaryFolder()];
    for (const each of [folder, home]) onTestFinished(each.remove);
    await mkdir(join(folder.path, '.parley'));
    const written = { baseUrl, token: 'pat_of_mallory', pid: process.pid };
    await writeFile(join(folder.path, '.parley/session.json'), JSON.stringify(written), { mode: 0o600 });
    const environment = readEnvironment({ HOME: home.path });
    const before = await serverOf(environment, undefined, folder.path);
    expect(before).toMatchObject({ baseUrl: 'http://127.0.0.1:4600', token: undefined });
    await saveLogin(home.path, baseUrl, () => ({ token: 'pat_mine' }), { isCurrent: true });
    expect(await serverOf(environment, undefined, folder.path)).toMatchObject({ baseUrl, token: 'pat_mine' });
  },
);

it.each([0, -1, -process.pid, 1.5, String(process.pid), null, 2 ** 31 - 1])(
  'counts a session whose process is %j for nothing',
  async (pid) => {
    const { environment, folder, home } = await inFolder({});
    const [name = ''] = await readdir(join(home, '.parley/dev'));
    const path = join(home, '.parley/dev', name);
    const kept = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...kept, pid }));
    expect(await serverOf(environment, undefined, folder)).toMatchObject({ token: undefined, isOfFolder: false });
  },
);

it.each([['doctor'], ['mcp'], ['model', '--url', 'http://127.0.0.1:9']])(
  '%s signs nothing for a server that only `parley dev` names',
  async (...words) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { folder, home } = await inFolder({}, `http://127.0.0.1:${port}`);
    const agent = {
      PARLEY_AGENT_ID: `agt_${'0'.repeat(26)}`,
      PARLEY_CREDENTIAL_ID: `cred_${'0'.repeat(26)}`,
      PARLEY_AGENT_SECRET: Buffer.alloc(32).toString('base64url'),
    };
    const { code, stderr } = await parley(words, { env: { HOME: home, ...agent }, cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining('server_not_named')]);
    expect(connections).toBe(0);
  },
  120_000,
);

it('leaves the secrets of Parley out of the environment of an agent', () => {
  const secrets = { PARLEY_TOKEN: 'a', PARLEY_TOKEN_FILE: 'b', PARLEY_AGENT_SECRET_FILE: 'c', PARLEY_SECRET_KEY: 'd' };
  const rest = { PATH: '/bin', PARLEY_BASE_URL: 'http://x', OPENAI_API_KEY: 'its own' };
  expect(withoutSecrets({ ...secrets, ...rest })).toEqual(rest);
});
