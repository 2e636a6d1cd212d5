import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightReport, tallyOf } from './reports.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

const chromium = '/usr/bin/chromium';
// Without these two, letters and emoji are boxes in every screenshot.
const fonts = ['fonts-liberation', 'fonts-noto-color-emoji'];

/** Builds what people run, and drives it with a real browser. */
export async function browserTests(stage: Stage): Promise<Tally> {
  const build = await stage.run(['npm', 'run', 'build'], 4);
  if (build.status !== 0) return oneFailed;
  if (!existsSync(join(stage.root, 'tests/browser')))
    return addTallies([onePassed, skipLoudly('browser tests: there are none.')]);
  if (!(await hasChromium(stage)))
    return addTallies([onePassed, skipLoudly(`browser tests: ${chromium} is missing and could not be installed.`)]);
  const report = stage.reportPath('browser');
  const { status } = await stage.run(['playwright', 'test'], 28, { PARLEY_BROWSER_REPORT: report });
  return addTallies([onePassed, await tallyOf(report, playwrightReport, status)]);
}

async function hasChromium(stage: Stage): Promise<boolean> {
  if (existsSync(chromium)) return true;
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await stage.run(['apt-get', 'update', '-qq'], 3, environment);
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', ...fonts];
  await stage.run(install, 5, environment);
  return existsSync(chromium);
}
