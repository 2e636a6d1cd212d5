import fc from 'fast-check';
import { nextAfter } from '../../packages/server/src/actions/tasks/schedules/schedule.ts';
import { nextByTrying } from '../oracles/cron.ts';
import { between, claim, claimSame, oneOf, textTarget, words } from '../target.ts';

const zones = ['UTC', 'Europe/Zurich', 'America/St_Johns', 'Australia/Lord_Howe', 'Nowhere/Land'];
const epoch = Date.UTC(2026, 0, 1);

/** The cron fields of a schedule on the first line, how many minutes after a new year on the second. */
export const cron = textTarget({
  name: 'cron',
  encoding: 'utf8',
  tokens: ['*', '*/', '-', ',', 'L', 'W', '#', '?', 'MON', 'JAN', '@daily', '0', '7', '29', '31', '59', '60', ' '],
  inputs: fc
    .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7), between(0, 6_000_000))
    .map(([...fields]) => `${fields.slice(0, 5).join(' ')}\n${fields[5]}`),
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

function field(least: number, most: number): fc.Arbitrary<string> {
  const number = between(least, most);
  const ordered = fc.tuple(number, number).map((both) => both.toSorted((a, b) => a - b));
  return fc.oneof(
    oneOf('*', '*', '*', 'L', `${least}/5`),
    number.map(String),
    ordered.map(([first, last]) => `${first}-${last}`),
    words(['*/'], between(1, most)),
    words(number, [','], number),
    ordered.map(([first, last]) => `${first}-${last}/2`),
  );
}
