import { nextAfter } from '../../packages/server/src/tasks/schedules/schedule.ts';
import type { Random } from '../engine/random.ts';
import { nextByTrying } from '../oracles/cron.ts';
import { claim, claimSame, textTarget } from '../target.ts';

const zones = ['UTC', 'Europe/Zurich', 'America/St_Johns', 'Australia/Lord_Howe', 'Nowhere/Land'];
const epoch = Date.UTC(2026, 0, 1);

/** The cron fields of a schedule on the first line, how many minutes after a new year on the second. */
export const cron = textTarget({
  name: 'cron',
  sources: ['schedules/schedule.ts', 'croner/dist/croner.js'],
  encoding: 'utf8',
  tokens: ['*', '*/', '-', ',', 'L', 'W', '#', '?', 'MON', 'JAN', '@daily', '0', '7', '29', '31', '59', '60', ' '],
  make: (random) => {
    const fields = [
      field(random, 0, 59),
      field(random, 0, 23),
      field(random, 1, 31),
      field(random, 1, 12),
      field(random, 0, 7),
    ];
    return `${fields.join(' ')}\n${random.below(6_000_000)}`;
  },
  check(text) {
    const [fields = '', minutes = ''] = text.split('\n');
    const after = new Date(epoch + (/^\d{1,7}$/.test(minutes) ? Number(minutes) : 0) * 60_000);
    for (const zone of zones) {
      const next = nextAfter(fields, zone, after);
      if (next === null) continue;
      claim(next.getTime() > after.getTime(), `It falls due in the past: ${next.toISOString()}`);
      claim(next.getTime() % 60_000 === 0, `It falls due within a minute: ${next.toISOString()}`);
    }
    const expected = nextByTrying(fields, after);
    if (expected !== 'unclear') claimSame(nextAfter(fields, 'UTC', after), expected, `after ${after.toISOString()}`);
  },
});

function field(random: Random, least: number, most: number): string {
  const number = () => random.between(least, most);
  const [first, last] = [number(), number()].sort((a, b) => a - b);
  return random.pick([
    '*',
    '*',
    '*',
    String(first),
    `${first}-${last}`,
    `*/${random.between(1, most)}`,
    `${first},${last}`,
    `${first}-${last}/2`,
    'L',
    `${least}/5`,
  ]);
}
