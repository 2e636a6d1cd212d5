import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signUp } from '../../packages/server/src/testing/contract/person.ts';
import { createDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { openCrowd } from './crowd.ts';
import { openProxy } from './proxy.ts';
import { startRelease, type Release } from './release-process.ts';

/** Where the built servers of the two releases are. */
export interface Releases {
  readonly previous: string;
  readonly current: string;
  /** Whether the previous one takes the place of this one afterwards. */
  readonly goesBack: boolean;
}

export interface UpgradeReport {
  readonly figures: readonly (readonly [string, string | number])[];
  /** Sentences on what went wrong; none where the upgrade was what it should be. */
  readonly broken: readonly string[];
}

const phaseMs = 4_000;

/**
 * Upgrades two servers under load, one after the other, and then restarts one of the new ones. The old ones say nothing before they
 * stop, so the proxy is told; the new one is left to its own /readyz. Going back, an old one starts on the database that the new ones
 * have migrated, and the last new one stops.
 */
export async function runUpgrade(
  { previous, current, goesBack }: Releases,
  serverUrl: string,
  say: (line: string) => void,
): Promise<UpgradeReport> {
  const database = await createDatabase(serverUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-upgrade-'));
  const env = {
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  };
  const proxy = openProxy();
  const canDelay = (await readFile(join(current, 'docs/running.md'), 'utf8')).includes('PARLEY_DRAIN_DELAY');
  const broken: string[] = [];
  const up: Release[] = [];
  const start = async (name: string, folder: string, more: Record<string, string> = {}) => {
    const release = await startRelease(name, folder, { ...env, ...more });
    up.push(release);
    proxy.add(release);
    say(`${name} is ready`);
    return release;
  };
  const stop = async (release: Release) => {
    up.splice(up.indexOf(release), 1);
    const code = await release.stop();
    say(`${release.name} has stopped with ${code}`);
    if (code !== 0) broken.push(`${release.name} ended with ${code}`);
    for (const line of release.complaints.filter(isError)) broken.push(`${release.name} complained: ${line}`);
  };

  const first = await start('old 1', previous);
  const second = await start('old 2', previous);
  const crowd = await openCrowd(proxy, await signUp(proxy));
  crowd.start();
  await pause(phaseMs);
  const third = await start('new 1', current, canDelay ? { PARLEY_DRAIN_DELAY: '5s' } : {});
  await pause(phaseMs);
  for (const old of [first, second]) {
    await proxy.remove(old);
    await stop(old);
    await pause(phaseMs);
    if (old === first) await start('new 2', current);
  }
  if (!canDelay) await proxy.remove(third);
  const stopping = stop(third);
  if (canDelay) await proxy.isOut(third);
  await stopping;
  await pause(phaseMs);
  if (goesBack) {
    const fourth = up.find((release) => release.name === 'new 2');
    await start('old 3', previous);
    await pause(phaseMs);
    if (fourth) {
      await proxy.remove(fourth);
      await stop(fourth);
    }
    await pause(phaseMs);
  }
  await crowd.stop();
  const { figures, broken: promises } = await crowd.check();
  broken.unshift(...promises);

  await proxy.close();
  for (const release of [...up]) await stop(release);
  await crowd.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
  return { figures, broken };
}

/** What is not a line of the log is an error that nobody caught, but for the set-up link of a server without administrators. */
function isError(line: string): boolean {
  if (line.startsWith('Become the administrator: ')) return false;
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return level === undefined || Number(level) >= 50;
}
