import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { firstAdmin } from '../testing/contract/admin.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { messagesOf, openConversation, say } from '../testing/contract/conversation.ts';
import { readMetrics } from '../testing/contract/metrics.ts';
import { signIn, signUp } from '../testing/contract/person.ts';
import { realClock } from '../testing/fake-clock.ts';
import { fakeMachine } from '../testing/fake-machine.ts';
import { migratedDump } from '../testing/migrated-dump.ts';
import { readConfig } from '../platform/settings/config.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import { distrustMs } from '../platform/time/timekeeper.ts';
import { openServer } from './open-server.ts';
import { embedded } from '../testing/databases-under-test.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

it.skipIf(embedded.skip)(
  '§27 schedules, purges, erasures, exports and backups wait while the time is not trusted, and run after',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-time-'));
    const config = readConfig({
      PARLEY_DATA_DIR: folder,
      PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PARLEY_PORT: '0',
      PARLEY_DEMO: '0',
      PARLEY_SIGNUP: 'open',
      PARLEY_RATE_LIMIT: 'off',
      PARLEY_BACKUP_DIR: join(folder, 'backups'),
      PARLEY_BACKUP_SCHEDULE: '* * * * *',
    });
    // At the end of a minute the schedule would be due before the jump is noticed.
    const machine = fakeMachine(Date.now() - (Date.now() % minute));
    const storage = await openPglite({ dataDir: 'memory://', image: migratedDump });
    const opened = await openServer({ config, log: pino({ level: 'silent' }), machine, storage });
    onTestFinished(async () => {
      await opened.close(0);
      await rm(folder, { recursive: true });
    });
    const server = { baseUrl: opened.localUrl, setupUrl: opened.setupUrl, clock: realClock, demoUrl: null };
    const jobsWait = async () => (await readMetrics(server)).of('parley_clock_jobs_waiting') === 1;

    const [root, ada, ben] = [await firstAdmin(server), await signUp(server), await signUp(server)];
    const room = await openConversation(ada, await registerAgent(server, ada));
    await say(ada, room, 'old');
    const rule = { messagesDays: 1, password: ada.password };
    expect((await ada.put(`/v1/conversations/${room}/retention`, rule)).status).toBe(200);
    const schedules = `/v1/conversations/${room}/schedules`;
    const planned = (await ada.post(schedules, { cron: '* * * * *', text: 'Good morning' })).body.item;
    // The jump makes the schedule, the purge and the backup due.
    machine.setAhead(3 * day);
    await machine.advance(2_000);
    expect(await jobsWait()).toBe(true);
    const { exportId } = (await ada.post('/v1/exports')).body.item;
    const erase = await (await signIn(server, ben)).post('/v1/session/erase', { confirm: ben.handle });
    expect(erase.status).toBe(202);

    const done = async () => ({
      schedules: (await ada.get(schedules)).body.items[0].nextAt !== planned.nextAt,
      purges: (await messagesOf(ada, room)).some(({ deleted }) => deleted),
      erasures: (await root.get(`/v1/admin/people/${ben.userId}`)).body.item.status === 'erased',
      exports: (await ada.get(`/v1/exports/${exportId}`)).body.item.state === 'ready',
      backups: (await root.get('/v1/admin/backups')).body.items.length > 0,
    });
    const none = { schedules: false, purges: false, erasures: false, exports: false, backups: false };
    await machine.advance(distrustMs - minute);
    expect([await jobsWait(), await done()]).toEqual([true, none]);
    await machine.advance(3 * minute);
    expect(await jobsWait()).toBe(false);
    const all = { schedules: true, purges: true, erasures: true, exports: true, backups: true };
    await expect.poll(done, { timeout: 60_000 }).toEqual(all);
  },
  180_000,
);
