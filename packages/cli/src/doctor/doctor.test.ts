import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '@parley/protocol/agent';
import { parley } from '../testing/cli.ts';
import { startLocalAgent } from '../testing/local-agent.ts';
import { handWrittenAgent, isSigned, type Parts } from '../testing/planted-agents.ts';
import { freePort } from '../testing/server.ts';
import { checkAgent } from './check-agent.ts';
import type { Credentials } from './credentials.ts';
import { pretendPlatform } from './pretended-platform.ts';

const secret = new Uint8Array(32).fill(7);
const credentials: Credentials = { agentId: newId('agent'), credentialId: newId('credential'), secret };
const env = {
  PARLEY_AGENT_ID: credentials.agentId,
  PARLEY_CREDENTIAL_ID: credentials.credentialId,
  PARLEY_AGENT_SECRET: Buffer.from(secret).toString('base64url'),
};

/** Examines an agent that is broken so; its answers are seen. */
async function examine(change?: (parts: Parts) => Partial<Parts>) {
  const platform = `http://127.0.0.1:${await freePort()}`;
  const witness = await pretendPlatform(platform, credentials);
  onTestFinished(() => witness?.close());
  const { url } = await startLocalAgent(handWrittenAgent(credentials, platform, change));
  return checkAgent({ url, credentials, ackMs: 1500, witness });
}

const faultsOf = (checks: Awaited<ReturnType<typeof examine>>) =>
  checks.filter(({ ok }) => !ok).map(({ name }) => name);

/** Ten faults, each with the checks that find it; another part of the agent may not be blamed for it. */
const planted: readonly [string, readonly string[], (parts: Parts) => Partial<Parts>][] = [
  [
    'verifies nothing',
    ['missing_signature', 'bad_signature', 'tampered_body', 'stale_timestamp', 'future_timestamp'],
    () => ({ verify: async () => true }),
  ],
  [
    'never looks at the time of a signature',
    ['stale_timestamp', 'future_timestamp'],
    () => ({ verify: ({ headers, body }) => isSigned(credentials, headers['x-platform-signature'], body, true) }),
  ],
  [
    'verifies what it parsed and wrote anew',
    ['raw_body'],
    () => ({
      verify: ({ headers, body }) =>
        isSigned(
          credentials,
          headers['x-platform-signature'],
          Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
        ),
    }),
  ],
  [
    'has the wrong secret',
    ['signature', 'raw_body', 'unknown_event', 'every_event', 'duplicate', 'replay'],
    () => ({
      verify: ({ headers, body }) =>
        isSigned({ ...credentials, secret: new Uint8Array(32) }, headers['x-platform-signature'], body),
    }),
  ],
  [
    'refuses an event that it does not know',
    ['unknown_event'],
    () => ({ accept: ({ event }) => (event === 'weather.changed' ? 400 : 200) }),
  ],
  [
    'fails at events without messages',
    ['every_event'],
    () => ({ accept: ({ messages }) => ((messages ?? fail()).length > 0 ? 200 : 500) }),
  ],
  ['works before it acknowledges', ['slow_ack'], () => ({ accept: async () => pause(2500).then(() => 200) })],
  ['handles what comes twice twice', ['dedupe'], () => ({ isKnown: () => false })],
  ['refuses what comes twice', ['duplicate', 'replay'], () => ({ answerToKnown: 409 })],
  [
    'takes a late attempt for a forgery',
    ['replay'],
    () => ({ accept: ({ created_at }) => (Date.now() - Date.parse(created_at) > 300_000 ? 401 : 200) }),
  ],
  ['signs other bytes than it sends', ['reply_signature'], () => ({ signedBytes: () => new Uint8Array() })],
  ['sends blocks that there are not', ['reply_blocks'], () => ({ blocks: [{ type: 'txt', text: 'hi' }] })],
  [
    'redirects',
    ['signature'],
    ({ accept }) => ({ accept: (one) => (one ? { status: 302, headers: { location: '/elsewhere' } } : accept(one)) }),
  ],
];

function fail(): never {
  throw new Error('There are no messages.');
}

describe('an agent that is examined', { timeout: 60_000 }, () => {
  it('passes where it is right, and says so without a fault', async () => {
    const checks = await examine();
    expect(faultsOf(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['signature', 'dedupe', 'replay', 'slow_ack']),
    );
  });

  it.each(planted)('is found out where it %s', async (_, expected, change) => {
    const faults = faultsOf(await examine(change));
    expect(faults).toEqual(expect.arrayContaining([...expected]));
    if (expected[0] === 'slow_ack' || expected[0] === 'signature') return;
    expect(faults.toSorted()).toEqual([...expected].toSorted());
  });

  it('need not be there', async () => {
    const checks = await checkAgent({
      url: `http://127.0.0.1:${await freePort()}/`,
      credentials,
      ackMs: 1000,
      witness: null,
    });
    expect(checks).toMatchObject([{ name: 'reachable', ok: false, hint: expect.stringContaining('start the agent') }]);
  });
});

describe('parley doctor', { timeout: 60_000 }, () => {
  it('prints checks as JSON, signed with the credentials of the environment, and ends with 1 at a fault', async () => {
    const platform = `http://127.0.0.1:${await freePort()}`;
    const agent = await startLocalAgent(handWrittenAgent(credentials, platform));
    const right = await parley(['doctor', '--agent', agent.url, '--json'], {
      env: { ...env, PARLEY_BASE_URL: platform },
    });
    expect(right.json().checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(right.code).toBe(0);
    const broken = await startLocalAgent(handWrittenAgent(credentials, platform, () => ({ verify: async () => true })));
    const wrong = await parley(['doctor', '--agent', broken.url, '--json'], { env });
    expect(wrong.json().checks).toContainEqual({
      name: 'bad_signature',
      ok: false,
      hint: expect.stringContaining('401 was due'),
    });
    expect(wrong.code).toBe(1);
  });

  it('says what an address is where it was given a handle', async () => {
    const { code, stderr } = await parley(['doctor', '--agent', 'tea-bot', '--json'], { env });
    expect([code, JSON.parse(stderr).error]).toMatchObject([
      2,
      { code: 'agent_invalid', hint: expect.stringContaining('parley agent connection') },
    ]);
  });

  it('says which credential is missing, and that no server is there', async () => {
    const without = await parley(['doctor', '--agent', '3000', '--json']);
    expect([without.json().checks[0].name, without.code]).toEqual(['credentials', 1]);
    const server = await parley(['doctor', '--base-url', `http://127.0.0.1:${await freePort()}`]);
    expect(server.stdout).toContain('FAULT  server');
    expect(server.code).toBe(1);
  });
});
