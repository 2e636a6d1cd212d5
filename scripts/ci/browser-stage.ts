import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../chromium-path.ts';
import { playwrightReport, tallyOf } from './reports.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, type Tally } from './tally.ts';
import { runStep } from './trial.ts';

/** Builds what people run, and drives it with a real browser. */
export async function browserTests(stage: Stage): Promise<Tally> {
  const build = await runStep(stage, 'npm run build', ['npm', 'run', 'build'], 4);
  if (build.failed > 0) return build;
  if (!existsSync(join(stage.root, 'tests/browser')))
    return addTallies([build, skipLoudly('browser tests: there are none.')]);
  if (!existsSync(chromiumPath)) return addTallies([build, skipLoudly(`browser tests: there is no ${chromiumPath}.`)]);
  const report = stage.reportPath('browser');
  const { status } = await stage.run(['playwright', 'test'], 28, { PARLEY_BROWSER_REPORT: report });
  return addTallies([build, await tallyOf(report, playwrightReport, status)]);
}
