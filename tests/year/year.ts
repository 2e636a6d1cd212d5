import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientSecret } from '../../packages/server/src/organisation/oidc/fixtures/fake-provider.ts';
import { corp } from '../../packages/server/src/organisation/oidc/fixtures/oidc-server.ts';
import { openRealProvider } from '../../packages/server/src/organisation/oidc/fixtures/real-provider.ts';
import type { OwnPostgres } from '../../packages/server/src/testing/postgres/own-postgres.ts';
import { beginOrganisation } from './organisation.ts';
import { installedServer } from './place/installed-server.ts';
import { differences, takeSnapshot } from './place/snapshot.ts';
import { sendMeanwhile } from './send-meanwhile.ts';

/** What the year is played with. */
export interface Parts {
  /** Packages of the server: the one that the year begins with, and the one that it ends with. */
  readonly earlier: string;
  readonly current: string;
  readonly postgres: OwnPostgres;
  readonly port: number;
  readonly tell: (line: string) => void;
}

/**
 * Plays an organisation's year: its server is installed, people come, talk and leave, and its data go from a backup to PostgreSQL, to
 * the standby and to a newer version. After each move everybody sees what they saw before. Throws at the first thing that is not as
 * it should be.
 */
export async function playYear({ earlier, current, postgres, port, tell }: Parts): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-year-'));
  const provider = await openRealProvider();
  const server = installedServer(join(folder, 'app'), port, settingsIn(folder, provider.issuer));
  await server.install(earlier);
  await server.start();
  tell(`version ${await server.version()} is installed and runs on the embedded database`);

  const organisation = await beginOrganisation(server, provider, tell);
  tell(firstLineOf(await server.run('audit', 'verify')));
  let seen = await takeSnapshot(organisation.people());
  const compare = async (what: string) => {
    await organisation.signInAgain();
    const broken = differences(seen, await takeSnapshot(organisation.people()));
    if (broken.length > 0) throw new Error(`${what}: not everybody sees what they saw.\n${broken.join('\n')}`);
    await organisation.expectForgotten();
    await organisation.expectAnswer(what);
    seen = await takeSnapshot(organisation.people());
    tell(`${what}: all ${seen.size} answers are the same, and the agent answers`);
  };

  const backup = join(folder, 'year.backup');
  await server.run('backup', backup);
  tell(firstLineOf(await server.run('verify', backup)));
  await server.stop();
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  // What ended since the backup would come back without it.
  copyFileSync(join(folder, 'data/ended.ndjson'), join(restored, 'ended.ndjson'));
  server.env['PARLEY_DATA_DIR'] = restored;
  await server.run('restore', backup);
  await server.start();
  await compare('restored from the backup');

  await server.stop();
  await server.run('move', '--to', postgres.url);
  server.env['DATABASE_URL'] = postgres.url;
  await server.start();
  await compare('moved to PostgreSQL');

  const sent = await sendMeanwhile(organisation, () => postgres.failOver());
  tell(`the primary was killed while ${sent} messages were sent, and all that were accepted are there`);
  seen = await takeSnapshot(organisation.people());
  await compare('failed over to the standby');

  await server.stop();
  await server.install(current);
  await server.start();
  await compare(`upgraded to version ${await server.version()}`);
  tell(firstLineOf(await server.run('audit', 'verify')));

  await organisation.end();
  await server.stop();
  provider.close();
  rmSync(folder, { recursive: true, force: true });
}

function settingsIn(folder: string, issuer: string): Record<string, string> {
  const file = join(folder, 'oidc.json');
  writeFileSync(file, JSON.stringify({ providers: [corp(issuer, { email_domains: ['corp.example'] })] }));
  return {
    PARLEY_DATA_DIR: join(folder, 'data'),
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    PARLEY_SIGNUP: 'invite',
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_DEMO: '0',
    PARLEY_OIDC_FILE: file,
    PARLEY_CORP_SECRET: clientSecret,
  };
}

const firstLineOf = (text: string) => text.split('\n')[0] ?? '';
