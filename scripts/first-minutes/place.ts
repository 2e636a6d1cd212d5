import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder outside of the repository, as somebody has it who comes with nothing but the packages. */
export interface Place {
  readonly folder: string;
  /** Where the packages are, in place of a registry. */
  readonly packages: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The path of the one package whose file begins so. */
  packed(name: string): string;
  /** Runs a command, and says how long it took; throws where it fails. */
  step(command: readonly [string, ...string[]], folder?: string): void;
  remove(): void;
}

/** What this machine cannot give, such as a new enough Python. */
export class NotToBeHad extends Error {}

export function newPlace(packages: string): Place {
  const base = mkdtempSync(join(tmpdir(), 'parley-first-'));
  const [folder, home] = [join(base, 'work'), join(base, 'home')];
  for (const each of [folder, home]) mkdirSync(each);
  const environment = environmentAt(home);
  return {
    folder,
    packages,
    environment,
    packed(name) {
      const file = readdirSync(packages).find((one) => one.startsWith(name));
      if (file === undefined) throw new Error(`${packages} holds no ${name}…: make it with npm run pack.`);
      return join(packages, file);
    },
    step([program, ...args], cwd = folder) {
      const began = performance.now();
      const options = { cwd, env: environment, encoding: 'utf8', timeout: 240_000 } as const;
      const { status, stdout, stderr } = spawnSync(program, args, options);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${seconds.padStart(7)} s  ${[program, ...args].map(short).join(' ')}`);
      if (status !== 0) throw new Error(`${program} ended with ${status ?? 'a signal'}:\n${stdout}\n${stderr}`);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Nothing of this repository, of Parley's settings or of what npm keeps; but whichever registries this machine uses. */
function environmentAt(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(PARLEY_|npm_|npm_package|NODE_|INIT_CWD$|CI$|DATABASE_URL$)/.test(name) || /^npm_config_/.test(name),
  );
  const given = Object.fromEntries(kept);
  return {
    ...given,
    HOME: home,
    PATH: (process.env['PATH'] ?? '')
      .split(':')
      .filter((each) => !each.includes('node_modules'))
      .join(':'),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
    // A registry that is away is heard of at once.
    PIP_RETRIES: process.env['PIP_RETRIES'] ?? '1',
  };
}

const short = (word: string) => word.replace(/^(--package=)?\/.*\//, '$1');
