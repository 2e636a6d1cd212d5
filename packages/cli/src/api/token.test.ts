import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parley } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/server.ts';
import { saveLogin } from './saved-logins.ts';

/** Nothing listens there, so a token that is sent ends with `server_unreachable`. */
const baseUrl = 'http://127.0.0.1:9';
const secret = 'pat_secretsecret';

async function emptyHome(): Promise<string> {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  return home.path;
}

/** Runs a verb that must fail for the form of a token, without showing it. */
async function refusalOf(args: readonly string[], setting: Parameters<typeof parley>[1]) {
  const { code, stdout, stderr } = await parley([...args, '--base-url', baseUrl, '--json'], setting);
  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).not.toContain('secretsecret');
  return JSON.parse(stderr).error as { readonly code: string; readonly message: string; readonly hint: string };
}

describe('a text that is no token', { timeout: 60_000 }, () => {
  it.each([`${secret}\n# my note`, `${secret} `.repeat(2), `token ${secret}`, `${secret}é`])(
    'is refused where the environment gives it, and never shown: %j',
    async (PARLEY_TOKEN) => {
      const refused = await refusalOf(['agent', 'list'], { env: { PARLEY_TOKEN } });
      expect(refused).toMatchObject({ code: 'token_invalid', hint: expect.stringContaining('You, Tokens') });
    },
  );

  it('is refused by login, which keeps nothing', async () => {
    const home = await emptyHome();
    const file = join(home, 'tok');
    const text = `${secret}\n# my note\n`;
    await writeFile(file, text);
    const env = { HOME: home };
    const gifts: [string[], string][] = [
      [['--token-file', file], file],
      [['--token', '-'], 'Stdin'],
      [['--token', text], '--token'],
    ];
    for (const [words, names] of gifts) {
      const refused = await refusalOf(['login', ...words], { env, input: text });
      expect(refused).toMatchObject({ code: 'token_invalid', message: expect.stringContaining(names) });
    }
    expect(await readdir(home)).toEqual(['tok']);
  });

  it('is not sent where it was kept before', async () => {
    const home = await emptyHome();
    await saveLogin(home, baseUrl, () => ({ token: `${secret}\n# my note` }));
    expect(await refusalOf(['agent', 'list'], { env: { HOME: home } })).toMatchObject({ code: 'token_required' });
  });
});

it('logout says that it forgot a token only where one was kept', { timeout: 60_000 }, async () => {
  const home = await emptyHome();
  const logout = () => parley(['logout', '--base-url', baseUrl], { env: { HOME: home } });
  expect(await logout()).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No token of .* was kept/) });
  expect(await readdir(home)).toEqual([]);
  await saveLogin(home, baseUrl, () => ({ token: secret }));
  expect(await logout()).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Forgot the token/) });
});
