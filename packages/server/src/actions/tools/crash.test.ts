import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { prepareDataFolder } from '../../testing/prepared-folder.ts';
import { serverProcess, type ServerProcess } from '../../testing/durability/server-process.ts';
import { realClock } from '../../testing/fake-clock.ts';
import { answerJson, startProvider } from './fixtures/provider.ts';
import { openShop, type Shop } from './fixtures/shop.ts';
import { toolEntry, writeToolsFile } from './fixtures/tools-file.ts';
import { embedded } from '../../testing/databases-under-test.ts';

const provider = await startProvider();
const entry = (name: string, method: string) =>
  toolEntry({ name, scope: 'web.call', policy: 'allow' }, { method, url: `${provider.url}/${name}` });
let dataDir: string;
let process: ServerProcess;
let shop: Shop;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  await prepareDataFolder(dataDir);
  process = await serverProcess({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_TOOLS_FILE: writeToolsFile({ tools: [entry('web.read', 'GET'), entry('web.write', 'POST')] }),
  });
  await process.start();
  shop = await openShop({ baseUrl: process.baseUrl, clock: realClock, demoUrl: null }, ['web.call', 'coin.charge']);
}, 60_000);

afterAll(async () => {
  shop.relay.close();
  await process.end('SIGKILL');
  await provider.close();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

it.skipIf(embedded.skip)(
  'a server that is killed in the middle of calls repeats what may be repeated, and says of the rest that it was interrupted',
  async () => {
    provider.answer(() => undefined);
    const read = await shop.invoke({ tool: 'web.read', scope: 'web.call' });
    const write = await shop.invoke({ tool: 'web.write', scope: 'web.call' });
    const charge = await shop.invoke({ tool: 'coin.charge', args: { amount: 40, reason: 'Tea' } });
    await vi.waitFor(() => expect(provider.requests).toHaveLength(2), { timeout: 10_000 });
    await shop.resolve(charge.body.approval_id, 'approved');
    await process.end('SIGKILL');

    provider.answer((_request, response) => answerJson(response, 'late but here'));
    await process.start();
    const relay = await shop.agent.stream();
    const results = () => {
      const found = relay.deliveries().flatMap(({ envelope }) => (envelope.tool_result ? [envelope.tool_result] : []));
      return new Map(found.map((result) => [result.invocation_id, result]));
    };
    const resultOf = (id: string) =>
      vi.waitFor(
        async () => {
          for (const { id: deliveryId } of relay.deliveries()) await shop.agent.ack(deliveryId ?? '');
          expect(results().has(id)).toBe(true);
          return results().get(id);
        },
        { timeout: 20_000, interval: 100 },
      );
    expect(await resultOf(read.body.invocation_id)).toMatchObject({ outcome: 'succeeded', content: 'late but here' });
    expect(await resultOf(write.body.invocation_id)).toMatchObject({
      outcome: 'failed',
      content: { code: 'interrupted' },
    });
    expect(provider.requests.map(({ method }) => method).sort()).toEqual(['GET', 'GET', 'POST']);
    // The result may have been sent before the crash, so the balance is checked instead.
    await vi.waitFor(async () => expect(await shop.balance()).toBe(60), { timeout: 10_000 });
    relay.close();
  },
  90_000,
);
