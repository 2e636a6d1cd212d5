import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verify } from '@parley/protocol/signing';
import { openParley, parley } from '../testing/cli.ts';
import { startLocalAgent } from '../testing/local-agent.ts';
import { handWrittenAgent } from '../testing/planted-agents.ts';
import { freePort, freshHandle, startRealServer, temporaryFolder, type RealServer } from '../testing/server.ts';

let server: RealServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  [server, folder] = await Promise.all([startRealServer(), temporaryFolder()]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

const manifest = (change: object = {}) => ({
  version: '1',
  handle: freshHandle('a'),
  name: 'Echo',
  description: 'Says again what it hears.',
  transport: 'relay',
  ...change,
});

/** Writes a manifest into a folder of its own, as `parley.json`. */
async function folderWith(content: object): Promise<string> {
  const path = join(folder.path, freshHandle('f'));
  await mkdir(path);
  await writeFile(join(path, 'parley.json'), JSON.stringify(content));
  return path;
}

async function registered(change: object = {}) {
  const { item, credential } = await server.call('POST', '/v1/agents', { manifest: manifest(change) });
  return { ...item, ...credential, key: Buffer.from(credential.secret, 'base64url') };
}

const run = (...args: string[]) => parley(args, { env: server.env });
const jsonOf = async (...args: string[]) => (await run(...args, '--json')).json();

describe('parley login', { timeout: 60_000 }, () => {
  it('keeps a token below HOME for its owner alone, and every verb finds it there', async () => {
    const home = join(folder.path, 'home');
    await mkdir(home);
    const env = { HOME: home };
    const login = await parley(['login', '--token', server.env.PARLEY_TOKEN, '--base-url', server.baseUrl, '--json'], {
      env,
    });
    expect([login.code, login.json().handle]).toEqual([0, server.handle]);
    const { file } = login.json();
    expect(file.startsWith(home)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await parley(['agent', 'list', '--json'], { env })).code).toBe(0);
    await parley(['logout'], { env });
    expect(await readFile(file, 'utf8')).not.toContain(server.env.PARLEY_TOKEN);
    expect((await parley(['agent', 'list'], { env })).code).toBe(4);
  });

  it('takes a token from a file, which the environment may name too, and says what is wrong with one', async () => {
    const home = join(folder.path, 'home-of-files');
    await mkdir(home);
    const file = join(home, 'token.txt');
    await writeFile(file, `${server.env.PARLEY_TOKEN}\n`);
    const login = await parley(['login', '--token-file', file, '--base-url', server.baseUrl, '--json'], {
      env: { HOME: home },
    });
    expect([login.code, login.json().handle]).toEqual([0, server.handle]);
    const env = { HOME: join(home, 'none'), PARLEY_BASE_URL: server.baseUrl, PARLEY_TOKEN: 'pat_goes_second' };
    const list = (name: string) => parley(['agent', 'list', '--json'], { env: { ...env, PARLEY_TOKEN_FILE: name } });
    expect((await list(file)).code).toBe(0);
    const missing = await list(join(home, 'missing'));
    expect([missing.code, JSON.parse(missing.stderr).error]).toMatchObject([2, { code: 'file_unreadable' }]);
    await writeFile(file, '\n');
    expect(JSON.parse((await list(file)).stderr).error.code).toBe('file_empty');
    const twice = await parley(['login', '--token', 'pat_a', '--token-file', file, '--json'], { env: { HOME: home } });
    expect([twice.code, JSON.parse(twice.stderr).error.code]).toEqual([2, 'token_given_twice']);
  });

  it('keeps nothing that the server refuses, and keeps for later what no server could be asked about', async () => {
    const home = join(folder.path, 'empty');
    await mkdir(home);
    const refused = await parley(['login', '--token', 'pat_wrong', '--base-url', server.baseUrl], {
      env: { HOME: home },
    });
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringMatching(/^unauthenticated: .*\n {2}hint: /)]);
    await expect(stat(join(home, '.parley'))).rejects.toThrow('ENOENT');
    const away = `http://127.0.0.1:${await freePort()}`;
    const kept = await parley(['login', '--token', '-', '--base-url', away], {
      env: { HOME: home },
      input: 'pat_later\n',
    });
    expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining('could not be tried')]);
    const list = await parley(['agent', 'list', '--json'], { env: { HOME: home } });
    expect([list.code, JSON.parse(list.stderr).error.code]).toEqual([3, 'server_unreachable']);
  });
});

describe('parley agent', { timeout: 120_000 }, () => {
  it('pushes a manifest with $schema: the first time it registers, then it brings up to date', async () => {
    const about = manifest();
    const cwd = await folderWith({ $schema: 'https://parley.example/manifest.json', ...about });
    const first = await parley(['agent', 'push'], { env: server.env, cwd });
    expect(first.code, first.stderr).toBe(0);
    const lines = Object.fromEntries(
      first.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    expect(lines).toMatchObject({ PARLEY_BASE_URL: server.baseUrl, PARLEY_AGENT_HANDLE: about.handle });
    await writeFile(join(cwd, 'parley.json'), JSON.stringify({ ...about, name: 'Echo 2' }));
    const second = (await parley(['agent', 'push', '--json'], { env: server.env, cwd })).json();
    expect(second).toMatchObject({
      registered: false,
      credential: null,
      item: { agentId: lines['PARLEY_AGENT_ID'], name: 'Echo 2' },
    });
    const { items } = await jsonOf('agent', 'list');
    expect(items.map(({ handle }: { handle: string }) => handle)).toContain(about.handle);
  });

  it('writes a secret into a file for its owner alone, among what else is in it, and shows it nowhere', async () => {
    const { handle } = manifest();
    const cwd = await folderWith({ ...manifest(), handle });
    const path = join(cwd, '.env');
    await writeFile(path, 'OPENAI_API_KEY=abc\nexport PARLEY_AGENT_SECRET=old\n# mine', { mode: 0o644 });
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await parley([...args, '--secret-file', '.env', '--json'], {
        env: server.env,
        cwd,
      });
      expect(code, stderr).toBe(0);
      const text = await readFile(path, 'utf8');
      const secret = /^PARLEY_AGENT_SECRET=(.{43})$/m.exec(text)?.[1] ?? 'none';
      expect(stdout + stderr).not.toContain(secret);
      expect(stdout + stderr).not.toContain('whsec_');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(text.split('\n')).toEqual(expect.arrayContaining(['OPENAI_API_KEY=abc', '# mine']));
      expect(text.match(/PARLEY_AGENT_SECRET/g)).toHaveLength(1);
      return { said: JSON.parse(stdout), text };
    };
    const first = await json('agent', 'push');
    expect(first.said.credential).toMatchObject({ secretFile: '.env' });
    expect((await json('agent', 'push')).text).toBe(first.text);
    const again = await parley(['agent', 'push', '--secret-file', 'other.env'], { env: server.env, cwd });
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`Nothing was written into other\\.env.* parley agent rotate ${handle} --secret-file other\\.env `),
      ),
    ]);
    await expect(stat(join(cwd, 'other.env'))).rejects.toThrow('ENOENT');
    const rotated = await json('agent', 'rotate', handle);
    expect(rotated.text).toContain(`PARLEY_CREDENTIAL_ID=${rotated.said.credential.credentialId}\n`);
    expect(rotated.said.revoked).toEqual([first.said.credential.credentialId]);
  });

  it('registers nothing where its secret could not be written', async () => {
    const about = manifest();
    const cwd = await folderWith(about);
    for (const file of ['missing/.env', '.']) {
      const refused = await parley(['agent', 'push', '--secret-file', file, '--json'], { env: server.env, cwd });
      expect([refused.code, JSON.parse(refused.stderr).error.code]).toEqual([2, 'file_unwritable']);
    }
    const { items } = await jsonOf('agent', 'list');
    expect(items.map(({ handle }: { handle: string }) => handle)).not.toContain(about.handle);
  });

  it('says where in the file the server found a fault, with a hint', async () => {
    const cwd = await folderWith(manifest({ acess: 'public' }));
    const { code, stderr } = await parley(['agent', 'push', '--json'], { env: server.env, cwd });
    expect([code, JSON.parse(stderr).error]).toMatchObject([
      1,
      { code: 'malformed_request', path: '/acess', hint: expect.stringMatching(/access/) },
    ]);
  });

  it('rotates, pauses, resumes and tells the connection', async () => {
    const { handle, agentId, credentialId } = await registered();
    const { credential, revoked } = await jsonOf('agent', 'rotate', handle);
    expect(revoked).toEqual([credentialId]);
    const { items } = await server.call('GET', `/v1/agents/${agentId}/credentials`);
    const live = items.filter(({ revokedAt }: { revokedAt: string | null }) => revokedAt === null);
    expect(live).toMatchObject([{ credentialId: credential.credentialId }]);
    expect((await jsonOf('agent', 'pause', handle)).item.status).toBe('paused');
    expect((await jsonOf('agent', 'resume', agentId)).item.status).toBe('live');
    expect((await jsonOf('agent', 'connection', handle)).item).toMatchObject({ state: 'never', streams: 0 });
    const none = await run('agent', 'connection', 'nobody-like-that');
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^agent_not_found: .*\n {2}hint: Yours are /)]);
  });
});

describe('parley listen', { timeout: 120_000 }, () => {
  it('forwards what is for a webhook so that it verifies, has its answer in the log, and is reached by a replay', async () => {
    const { handle, agentId, key } = await registered({
      transport: 'webhook',
      webhook_url: 'https://agent.invalid/hook',
    });
    let status = 503;
    const local = await startLocalAgent(() => ({ status, body: 'not now' }));
    const listening = openParley(['listen', handle, '--forward', local.url, '--json'], { env: server.env });
    await listening.until('stderr', /Listening to/);
    const sent = await jsonOf('send', handle, 'to', 'the', 'terminal');
    const { deliveryId } = sent.deliveries[0];
    await vi.waitFor(() => expect(local.taken).toHaveLength(1), 20_000);
    const [{ headers, body }] = local.taken as [(typeof local.taken)[number]];
    expect(verify(key, String(headers['x-platform-signature']), body, Date.now() / 1000)).toBe(true);
    expect(headers).toMatchObject({ 'x-delivery-id': deliveryId, authorization: expect.stringContaining(agentId) });
    expect(JSON.parse(body.toString()).messages[0].text).toBe('to the terminal');

    const logged = async () => (await server.call('GET', `/v1/agents/${agentId}/deliveries/${deliveryId}`)).item;
    await vi.waitFor(async () => expect((await logged()).status).toBe('failed'), 20_000);
    expect((await logged()).attempts[0]).toMatchObject({
      outcome: 'ack_failed',
      statusCode: 503,
      error: `${local.url} answered 503.`,
      responseSnippet: 'not now',
    });
    status = 204;
    expect((await run('replay', deliveryId)).code).toBe(0);
    await vi.waitFor(async () => expect((await logged()).status).toBe('delivered'), 20_000);
    await listening.until('stdout', /"status":204/);
    const records = listening
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { deliveryId, status: 503 },
      { deliveryId, status: 204, envelope: { event: 'message.created' } },
    ]);
    expect(await listening.stop()).toBe(0);

    const tail = await run('tail', handle, '--no-follow');
    expect(tail.stdout).toMatch(new RegExp(`${deliveryId} {2}message.created {2}delivered \\(2 attempts\\)`));
  });

  it('says that nothing answers at the local URL, here and in the log', async () => {
    const { handle, agentId } = await registered();
    const url = `http://127.0.0.1:${await freePort()}/`;
    const listening = openParley(['listen', handle, '--forward', url], { env: server.env });
    await listening.until('stderr', /Listening to/);
    await run('send', handle, 'anyone?');
    await listening.until('stdout', /cannot be reached \(ECONNREFUSED\)/);
    const { items } = await server.call('GET', `/v1/agents/${agentId}/deliveries`);
    expect(items[0]).toMatchObject({ event: 'message.created', attemptCount: 1 });
  });

  it('is not for the agents of others, nor for what is no URL', async () => {
    expect((await run('listen', 'nobody-like-that', '--forward', '3000')).code).toBe(1);
    const wrong = await run('listen', 'x', '--forward', 'not a url');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('forward_invalid')]);
  });
});

describe('parley doctor --agent with a server', { timeout: 120_000 }, () => {
  it('posts a delivery of the server twice, and finds an agent that answers twice', async () => {
    const { agentId, credentialId, secret, key } = await registered();
    const credentials = { agentId, credentialId, secret: new Uint8Array(key) };
    const env = {
      ...server.env,
      PARLEY_AGENT_ID: agentId,
      PARLEY_CREDENTIAL_ID: credentialId,
      PARLEY_AGENT_SECRET: secret,
    };
    const examine = async (change?: Parameters<typeof handWrittenAgent>[2]) => {
      const { url } = await startLocalAgent(handWrittenAgent(credentials, server.baseUrl, change));
      const { checks } = (await parley(['doctor', '--agent', url, '--json'], { env })).json();
      return checks.filter((check: { ok: boolean }) => !check.ok).map(({ name }: { name: string }) => name);
    };
    expect(await examine()).toEqual([]);
    expect(await examine(() => ({ isKnown: () => false }))).toEqual(['dedupe']);
    expect(
      (await server.call('GET', '/v1/conversations')).items.map(({ agentMembers }: never) => agentMembers),
    ).not.toContainEqual([expect.objectContaining({ agentId })]);
  });

  it('says without --agent that server, token and credentials are good, or which is not', async () => {
    const { agentId, credentialId, secret } = await registered();
    const env = {
      ...server.env,
      PARLEY_AGENT_ID: agentId,
      PARLEY_CREDENTIAL_ID: credentialId,
      PARLEY_AGENT_SECRET: secret,
    };
    const good = await parley(['doctor', '--json'], { env });
    expect(good.json().checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
      ['server', true],
      ['clock', true],
      ['token', true],
      ['credentials', true],
    ]);
    await server.call('POST', `/v1/agents/${agentId}/pause`);
    const paused = await parley(['doctor', '--json'], { env: { ...env, PARLEY_TOKEN: 'pat_wrong' } });
    const faults = paused.json().checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect([paused.code, faults.map(({ name }: { name: string }) => name)]).toEqual([1, ['token', 'credentials']]);
  });
});

describe('parley send and tail', { timeout: 120_000 }, () => {
  it('goes on in one conversation, and says that no answer came', async () => {
    const { handle } = await registered();
    const first = await jsonOf('send', handle, 'one');
    const second = await jsonOf('send', handle, 'two');
    expect(second.conversationId).toBe(first.conversationId);
    expect((await jsonOf('send', handle, 'three', '--new')).conversationId).not.toBe(first.conversationId);
    const waited = await run('send', first.conversationId, 'four', '--wait', '1');
    expect([waited.code, waited.stderr]).toEqual([1, expect.stringContaining('no_reply')]);
    const tail = await run('tail', first.conversationId, '--no-follow');
    expect(tail.stdout.match(/(one|two|four)$/gm)).toEqual(['one', 'two', 'four']);
  });
});
