import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Compiled with the app, and not with the tools. */
const source = 'packages/web/src/features/agents/delivery/failing-test.ts';
const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const at = '2026-01-31T09:00:00.000Z';
const delivery = {
  deliveryId: `dlv_${id}`,
  event: 'message.created',
  conversationId: `cnv_${id}`,
  status: 'delivered',
  attemptCount: 1,
  createdAt: at,
  handlerError: { at, reason: 'Error: no pie' },
};
const author = { type: 'user', id: `usr_${id}`, name: 'Ada' };
const message = {
  messageId: `msg_${id}`,
  author,
  body: 'Draw me a pie',
  blocks: [],
  createdAt: at,
};

const handlers = {
  failing: `agent.on('message.created', () => { throw new Error('no pie'); })`,
  mended: `agent.on('message.created', (ctx) => ctx.reply('Here: ' + ctx.text))`,
};

/** Sources, or the build where it is of these sources, which starts in half the time if Vitest takes it for installed. */
const conditions = JSON.stringify({ conditions: process.env['PARLEY_TEST_BUILT'] === '1' ? [] : ['parley-source'] });

test(
  'what the app copies is a test that fails with the fault, and passes once it is mended',
  { timeout: 240_000 },
  async () => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(root, '.cache/copied-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      `export default { resolve: ${conditions}, ssr: { resolve: ${conditions} }, test: { server: { deps: { external: [/packages\\/[^/]+\\/dist\\//] } }, include: ['*.test.ts'], testTimeout: 120_000, pool: 'threads', maxWorkers: 1, isolate: false } };`,
    );
    const { failingTest } = (await import(join(root, source))) as { failingTest(input: object): string };
    for (const [form, known] of Object.entries({ said: message, replayed: null })) {
      const copied = failingTest({ agentId: `agt_${id}`, delivery, message: known });
      for (const [name, handler] of Object.entries(handlers)) {
        // The time that a newcomer's machine needs is not the subject.
        const text = copied.replace('return agent;', `return ${handler};`).replace('30_000', '120_000');
        writeFileSync(join(folder, `${form}-${name}.test.ts`), text);
      }
    }
    const report = join(folder, 'report.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    await new Promise<void>((resolve) => {
      const options = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`];
      execFile(process.execPath, [vitest, ...options], { cwd: folder }, () => resolve());
    });
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string; assertionResults: { failureMessages: string[] }[] }[];
    };
    const outcome = testResults.map(({ name, status }) => `${name.split('/').at(-1)}: ${status}`).sort();
    expect(outcome).toEqual([
      'replayed-failing.test.ts: failed',
      'replayed-mended.test.ts: passed',
      'said-failing.test.ts: failed',
      'said-mended.test.ts: passed',
    ]);
    const why = testResults.flatMap(({ assertionResults }) => assertionResults.flatMap((one) => one.failureMessages));
    expect(why).toHaveLength(2);
    for (const line of why) expect(line).toContain('no pie');
  },
);
