import { onTestFinished, expect, it } from 'vitest';
import { readEnvironment } from '../config.ts';
import { withoutSecrets } from '../dev/without-secrets.ts';
import { temporaryFolder } from '../testing/server.ts';
import { keepDevSession } from './dev-session.ts';
import { serverOf } from './server.ts';

const inFolder = async (variables: Record<string, string>) => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await keepDevSession(folder.path, { baseUrl: 'http://127.0.0.1:4999', token: 'pat_of_folder' });
  return { folder: folder.path, environment: readEnvironment({ HOME: folder.path, ...variables }) };
};

it('sends the token of the environment to no server that only a file of the folder names', async () => {
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
  });
});

it('leaves the secrets of Parley out of the environment of an agent', () => {
  const secrets = { PARLEY_TOKEN: 'a', PARLEY_TOKEN_FILE: 'b', PARLEY_AGENT_SECRET_FILE: 'c', PARLEY_SECRET_KEY: 'd' };
  const rest = { PATH: '/bin', PARLEY_BASE_URL: 'http://x', OPENAI_API_KEY: 'its own' };
  expect(withoutSecrets({ ...secrets, ...rest })).toEqual(rest);
});
