import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProvidersFile } from './providers-file.ts';

const good = {
  id: 'corp',
  name: 'Corp',
  issuer: 'https://login.corp.example',
  client_id: 'x',
  client_secret: '${env:CORP}',
};

async function read(content: unknown, variable: (name: string) => string | null = () => 'hush') {
  const file = join(await mkdtemp(join(tmpdir(), 'parley-oidc-')), 'oidc.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readProvidersFile(file, variable);
}
const one = (changed: object) => ({ providers: [{ ...good, ...changed }] });

describe('§16 the providers file', () => {
  it('quotes secrets of the environment, and has defaults', async () => {
    expect(await read(one({}))).toMatchObject([
      { client_secret: 'hush', scopes: ['profile', 'email'], handle_claim: 'preferred_username', trust_email: false },
    ]);
  });

  it.each([
    ['not JSON', '{', 'it is not JSON'],
    ['no provider', { providers: [] }, 'at /providers'],
    ['plain http', one({ issuer: 'http://login.corp.example' }), 'at /providers/0/issuer: this is an https URL'],
    ['a query', one({ issuer: 'https://login.corp.example?x=1' }), 'at /providers/0/issuer'],
    ['an unknown field', one({ client_sercet: 'x' }), 'at /providers/0/client_sercet: there is no such field.'],
    ['the id of another method', one({ id: 'password' }), 'at /providers/0/id: this id names another way'],
    ['a path as id', one({ id: '../x' }), 'at /providers/0/id'],
    ['groups without their claim', one({ admin_groups: ['ops'] }), 'at /providers/0/admin_groups: name the claim'],
    ['one id twice', { providers: [good, good] }, 'at /providers/1/id: the id corp is taken.'],
  ])('is refused with %s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('is refused where a quoted variable is not set', async () => {
    const message = 'at /providers/0/client_secret: The environment variable CORP is not set.';
    await expect(read(one({}), () => null)).rejects.toThrow(message);
  });

  it('takes http on this machine', async () => {
    expect(await read(one({ issuer: 'http://127.0.0.1:9' }))).toHaveLength(1);
  });
});
