import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { openServer, type Server } from '../open-server.ts';
import { newToken } from '../testing/contract/bearer.ts';
import { openSignals, type Signals } from '../testing/contract/browser.ts';
import { signIn, signUp, type Person } from '../testing/contract/person.ts';
import { postgres } from '../testing/databases-under-test.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { fakeClock } from '../testing/fake-clock.ts';

const onServer = migratedDatabases.find(({ name }) => name === postgres.name);
const clock = fakeClock();

describe(`§11 streams on one of two servers on ${postgres.name}`, () => {
  if (!onServer || onServer.skip) return void it.skip('is not reachable', () => undefined);
  let database: SharedDatabase;
  let servers: Server[];

  beforeAll(async () => {
    database = await onServer.open();
    const config = readConfig({
      PARLEY_DATA_DIR: await mkdtemp(join(tmpdir(), 'parley-two-')),
      DATABASE_URL: database.url ?? '',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PARLEY_PORT: '0',
      PARLEY_RATE_LIMIT: 'off',
    });
    servers = [];
    for (const storage of database.nodes)
      servers.push(await openServer({ config, clock, log: pino({ level: 'silent' }), storage }));
  }, 60_000);
  afterAll(async () => {
    for (const server of servers) await server.close(1000);
    await database.close();
  });

  const at = (index: number) => ({ baseUrl: servers[index]?.localUrl ?? '', clock, demoUrl: null });
  const opened = (person: Person, headers: Record<string, string> = {}) => openSignals(at(1), person, headers);
  // The clock stands still, so no heartbeat comes to help.
  const expectEnd = (stream: Signals) => vi.waitFor(() => expect(stream.ended).toBe(true), 10_000);

  it('close as soon as their session is ended on the other', async () => {
    const ada = await signUp(at(0));
    const phone = await signIn(at(0), ada);
    const [ended, kept] = [await opened(phone), await opened(ada)];
    expect((await ada.del('/v1/sessions')).status).toBe(204);
    await expectEnd(ended);
    expect(kept.ended).toBe(false);
    await ada.del('/v1/session');
    await expectEnd(kept);
  });

  it('close as soon as their token is deleted on the other, or the password changed', async () => {
    const ada = await signUp(at(0));
    const [one, other] = [await newToken(ada), await newToken(ada)];
    const open = (token: string) => opened({ ...ada, cookie: '' }, { authorization: `Bearer ${token}` });
    const [first, second] = [await open(one.token), await open(other.token)];
    await ada.del(`/v1/tokens/${one.item.tokenId}`);
    await expectEnd(first);
    expect(second.ended).toBe(false);
    const change = { currentPassword: ada.password, newPassword: 'staple of correct batteries' };
    expect((await ada.put('/v1/session/password', change)).status).toBe(204);
    await expectEnd(second);
  });
});
