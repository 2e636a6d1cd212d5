import { existsSync } from 'node:fs';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, nothing, type Tally } from './tally.ts';

/** What the stages use beside Node and the services: a file that is there once Debian's package is installed. */
const fileOf: Readonly<Record<string, string>> = {
  faketime: '/usr/bin/faketime',
  prometheus: '/usr/bin/promtool',
  glewlwyd: '/usr/bin/glewlwyd',
  sqlite3: '/usr/bin/sqlite3',
  pgbouncer: '/usr/sbin/pgbouncer',
  // For what browsers show outside of their pages, and for all else.
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  // Without these two, letters and emoji are boxes in every screenshot.
  'fonts-liberation': '/usr/share/fonts/truetype/liberation',
  'fonts-noto-color-emoji': '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf',
  bubblewrap: '/usr/bin/bwrap',
  caddy: '/usr/bin/caddy',
  buildah: '/usr/bin/buildah',
  podman: '/usr/bin/podman',
};

/** Installs from Debian what is missing. Each package that cannot be had counts as skipped, and so do the tests that need it. */
export async function debianPrograms(stage: Stage): Promise<Tally> {
  const lacking = Object.keys(fileOf).filter((name) => !isThere(name));
  if (lacking.length === 0) return nothing;
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await stage.run(['apt-get', 'update', '-qq'], 3, environment);
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends'];
  const { status } = await stage.run([...install, ...lacking], 6, environment);
  // One that this Debian does not know keeps the others from being installed.
  if (status !== 0) for (const name of lacking) await stage.run([...install, name], 3, environment);
  return addTallies(
    lacking.filter((name) => !isThere(name)).map((name) => skipLoudly(`Debian's ${name} cannot be had.`)),
  );
}

function isThere(name: string): boolean {
  return existsSync(fileOf[name] ?? '');
}
