import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { readMetrics } from '../testing/contract/metrics.ts';
import { failingCalls } from '../testing/failing-calls.ts';

const ages = ['parley_oldest_due_delivery_age_seconds', 'parley_oldest_waiting_delivery_age_seconds'];

describe('what is read when metrics are', () => {
  const calls = failingCalls();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, (storage) => calls.wrap(storage));
  });
  afterAll(() => server.stop());

  it('is not a number where the database fails, and all else is there', async () => {
    const whole = await readMetrics(server);
    expect(ages.map((name) => whole.of(name))).toEqual([0, 0]);
    // A background task may make the failing call instead of the scrape. Then this scrapes again.
    const lame = await vi.waitFor(async () => {
      calls.arm(0);
      const read = await readMetrics(server);
      calls.disarm();
      expect(ages.map((name) => read.of(name)).filter(Number.isNaN)).toHaveLength(1);
      return read;
    });
    expect(lame.of('parley_database_connections')).toBeGreaterThanOrEqual(1);
    expect(lame.of('process_resident_memory_bytes')).toBeGreaterThan(0);
  });
});
