import type { Logger } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeMachine, type FakeMachine } from '../../testing/fake-machine.ts';
import { createTimekeeper, readingOf, type Timekeeper } from './timekeeper.ts';

const hour = 3_600_000;
const day = 24 * hour;
let machine: FakeMachine;
let lines: [level: string, words: string][];
beforeEach(() => {
  machine = fakeMachine();
  lines = [];
});

const log = (): Pick<Logger, 'info' | 'warn' | 'error'> => {
  const to = (level: string) => (_fields: unknown, words?: string) => void lines.push([level, words ?? '']);
  return { info: to('info'), warn: to('warn'), error: to('error') };
};

/** Returns the timekeeper of a server with a clock that is ahead of the database's by `skewMs`. */
function besideDatabase(skewMs: number) {
  const database = { ahead: 0 };
  const base = machine.wallMs() - machine.elapsedMs();
  const databaseMs = () => base + machine.elapsedMs() + database.ahead;
  machine.setAhead(skewMs);
  const at = machine.elapsedMs();
  const first = { databaseMs: databaseMs(), askedAtMs: at, answeredAtMs: at };
  const keeper = createTimekeeper({ machine, log: log(), isEmbedded: false, first });
  const renew = (tookMs = 0) =>
    keeper.asking(async () => {
      const now = new Date(databaseMs());
      if (tookMs > 0) await machine.advance(tookMs);
      return { now };
    });
  return { database, databaseMs, keeper, renew };
}

function embedded(): Timekeeper {
  return createTimekeeper({ machine, log: log(), isEmbedded: true, first: readingOf(machine) });
}

describe('§27 Time is the database’s: a server beside a database', () => {
  it.each([hour, -hour, 100 * day, -100 * day])(
    'goes by its time, though its own clock is off by %d ms',
    async (skew) => {
      const { keeper, databaseMs, renew } = besideDatabase(skew);
      await machine.advance(500);
      await renew();
      expect(keeper.clock.now()).toBe(databaseMs());
      expect(keeper.skewMs()).toBe(skew);
      expect([keeper.isFarOff, keeper.jobsWait()]).toEqual([true, true]);
    },
  );

  it('is not moved by its own clock between two looks', async () => {
    const { keeper, databaseMs } = besideDatabase(0);
    machine.setAhead(day);
    await machine.advance(1_000);
    expect(keeper.clock.now()).toBe(databaseMs());
  });

  it('warns beyond 2 s and is far off beyond 30 s, each with one line a change', async () => {
    const { keeper, renew } = besideDatabase(0);
    const seen: [boolean, boolean][] = [];
    for (const ahead of [2_000, 1, 27_999, 1, -29_500, -501]) {
      machine.setAhead(ahead);
      for (let again = 0; again < 3; again++) await renew();
      seen.push([keeper.isFarOff, keeper.jobsWait()]);
    }
    expect(seen).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(lines).toEqual([
      ['warn', 'machine clock differs from the database; set it right'],
      ['error', 'machine clock is far off; not ready, and janitor, expiry and schedules wait'],
      ['info', 'machine clock agrees with the database again'],
    ]);
  });

  it('is told nothing new by answers that took long', async () => {
    const { keeper, databaseMs, renew } = besideDatabase(0);
    await renew(4_000);
    expect(keeper.clock.now()).toBe(databaseMs());
    expect(keeper.skewMs()).toBe(0);
    expect(lines).toEqual([]);
  });

  it('never goes back: where the database was set back it is slow until both agree, and jobs wait', async () => {
    const { keeper, database, databaseMs, renew } = besideDatabase(0);
    const before = keeper.clock.now();
    database.ahead = -hour;
    await renew();
    expect(keeper.clock.now()).toBe(before);
    await machine.advance(10_000);
    await renew();
    expect(keeper.clock.now()).toBe(before + 5_000);
    expect(keeper.jobsWait()).toBe(true);
    for (let i = 0; i < 130; i++) {
      await machine.advance(60_000);
      await renew();
      keeper.clock.now();
    }
    expect(keeper.clock.now()).toBe(databaseMs());
  });

  it('follows where the database jumps ahead, and has jobs wait ten minutes, in case that was wrong', async () => {
    const { keeper, database, databaseMs, renew } = besideDatabase(0);
    database.ahead = 100 * day;
    machine.setAhead(100 * day);
    await renew();
    expect(keeper.clock.now()).toBe(databaseMs());
    expect([keeper.isFarOff, keeper.jobsWait()]).toEqual([false, true]);
    await machine.advance(10 * 60_000 - 1);
    expect(keeper.jobsWait()).toBe(true);
    await machine.advance(1);
    expect(keeper.jobsWait()).toBe(false);
  });
});

describe('the embedded database’s time', () => {
  it('§27 has no skew, and jobs wait where the machine’s clock jumped', async () => {
    const keeper = embedded();
    machine.setAhead(100 * day);
    expect(keeper.skewMs()).toBe(0);
    await machine.advance(2_000);
    keeper.readMachine();
    expect([keeper.isFarOff, keeper.jobsWait()]).toEqual([false, true]);
    expect(lines).toEqual([['warn', 'database clock jumped ahead; janitor, expiry and schedules wait']]);
  });

  it('has jobs wait while it is still ahead of a clock that was set right', async () => {
    const keeper = embedded();
    machine.setAhead(day);
    keeper.readMachine();
    machine.setAhead(-day);
    keeper.readMachine();
    await machine.advance(11 * 60_000);
    expect(keeper.jobsWait()).toBe(true);
  });

  it('knows a machine that slept from one whose clock was set', async () => {
    const keeper = embedded();
    machine.sleep(8 * hour);
    keeper.readMachine();
    expect(keeper.clock.now()).toBe(machine.wallMs());
    expect(keeper.jobsWait()).toBe(false);
    expect(lines).toEqual([]);
  });

  it('has jobs wait where no server ran for half an hour or more', async () => {
    const keeper = embedded();
    keeper.begin(new Date(machine.wallMs() - 1_800_000));
    expect(keeper.jobsWait()).toBe(false);
    keeper.begin(null);
    expect(keeper.jobsWait()).toBe(false);
    keeper.begin(new Date(machine.wallMs() - 1_800_001));
    expect(keeper.jobsWait()).toBe(true);
    await machine.advance(10 * 60_000);
    expect(keeper.jobsWait()).toBe(false);
  });
});
