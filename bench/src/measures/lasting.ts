import { onStage, type Stage } from '../ground/stage.ts';
import { memoryBytes } from '../processes/memory.ts';
import { percentile } from '../report/statistics.ts';
import { arrivalsSince, forgetArrivals } from './arrivals.ts';
import { halfOfCapacity, paceAt } from './half-load.ts';
import type { Measure } from './measure.ts';

/** In so many slices the time is cut; the first sixth is compared with the last. */
const slices = 30;
const slicesCompared = slices / 6;

interface Slice {
  readonly p99: number;
  readonly memoryMb: number;
  readonly deadShare: number;
}

/** Hours in small: whether anything grows while the server does half of what it can. */
export const lasting: Measure = {
  id: 'p9',
  alias: 'soak',
  title: 'Lasting: half load for half an hour, the first five minutes beside the last',
  budgetSeconds: { full: 1, quick: 1 },
  once: true,
  entrants: [onStage('Parley', { role: 'deliver' }, soak)],
  rows: [
    { title: 'Sends', unit: '/s', better: 'higher' },
    { title: 'Request to first byte, p99, first', unit: 'ms', better: 'lower' },
    { title: 'Request to first byte, p99, last', unit: 'ms', better: 'lower' },
    { title: 'Request to first byte, p99, last over first', unit: '×', better: 'lower', goal: { atMost: 1.2 } },
    { title: 'Memory of the server, first', unit: 'MB', better: 'lower' },
    { title: 'Memory of the server, last', unit: 'MB', better: 'lower' },
    { title: 'Memory of the server, last over first', unit: '×', better: 'lower', goal: { atMost: 1.2 } },
    { title: 'Dead rows for 100 live ones, first', unit: 'rows', better: 'lower' },
    { title: 'Dead rows for 100 live ones, last', unit: 'rows', better: 'lower' },
    { title: 'Dead rows for 100 live ones, last over first', unit: '×', better: 'lower', goal: { atMost: 1.2 } },
  ],
};

async function soak(stage: Stage): Promise<number[] | null> {
  const { ground, database } = stage;
  if ((await database.number(`select current_setting('autovacuum')::bool::int`)) === 0) {
    ground.lacks('Lasting: autovacuum is off at this PostgreSQL, so dead rows pile up whatever is measured.');
    return null;
  }
  const perSecond = await halfOfCapacity(stage);
  await forgetArrivals(ground);
  const sliceMs = (ground.scale.soakMinutes * 60_000) / slices;
  const taken: Slice[] = [];
  for (let slice = 0; slice < slices; slice++) {
    const sent = await paceAt(stage, perSecond, sliceMs, Math.floor((slice * perSecond * sliceMs) / 1000));
    const { requested } = await arrivalsSince(ground, sent);
    taken.push({ p99: percentile(requested, 99), ...(await sizesOf(stage)) });
  }
  const compare = (what: keyof Slice) => {
    const of = (some: readonly Slice[]) =>
      percentile(
        some.map((slice) => slice[what]),
        50,
      );
    const [first, last] = [of(taken.slice(0, slicesCompared)), of(taken.slice(-slicesCompared))];
    return [first, last, last / first];
  };
  return [perSecond, ...(['p99', 'memoryMb', 'deadShare'] as const).flatMap(compare)];
}

async function sizesOf({ running, database }: Stage): Promise<Pick<Slice, 'memoryMb' | 'deadShare'>> {
  const deadShare = await database.number(
    'select 100.0 * sum(n_dead_tup) / greatest(1, sum(n_live_tup)) from pg_stat_user_tables',
  );
  return { memoryMb: (await memoryBytes(running.pids)) / 1024 / 1024, deadShare };
}
