import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './stale.ts';

/** A target with the command that builds it. */
export interface BuildTarget extends Target {
  /** A program of node_modules/.bin, and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** What `npm start` needs: the server with the packages below it, the database that it begins with, the web app, the guide and the packages that it serves, where their sources are there. */
export function startTargets(root: string): BuildTarget[] {
  return [serverTarget, databaseTarget, webTarget, guideTarget, packagesTarget].filter((target) =>
    existsSync(join(root, target.sources[0])),
  );
}

/** The packages that the compiler builds for the server. */
export const typescriptPackages = ['server', 'protocol', 'agent-sdk', 'model', 'showcase'];

// The stamp is in the folder it speaks of, so that whoever deletes the folder has it built again.
const serverTarget = {
  name: 'server',
  sources: [
    'packages/server/src/main.ts',
    ...typescriptPackages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/tsconfig.json`]),
    'tsconfig.base.json',
  ] as [string, ...string[]],
  stamp: 'packages/server/dist/.built',
  outputs: typescriptPackages.map((name) => `packages/${name}/dist`),
  command: ['tsc', '-b', 'packages/server'],
} satisfies BuildTarget;

// After the server, whose build makes it.
const databaseTarget = {
  name: 'first database',
  sources: [
    'packages/server/src/platform/storage',
    // Another version of the database cannot read its files.
    'packages/server/package.json',
    'scripts/build-database.ts',
    'scripts/pack-database.mjs',
  ] as [string, ...string[]],
  stamp: 'packages/server/dist/.built-database',
  outputs: ['packages/server/dist/database.tar.br'],
  command: ['tsx', 'scripts/build-database.ts'],
} satisfies BuildTarget;

const webTarget = {
  name: 'web app',
  sources: [
    'packages/web/index.html',
    'packages/web/src',
    'packages/web/public',
    'packages/web/build',
    'packages/web/offline',
    'packages/web/vite.config.ts',
    'packages/protocol/src',
  ] as [string, ...string[]],
  stamp: 'packages/web/dist/.built',
  outputs: ['packages/web/dist'],
  command: ['vite', 'build', 'packages/web', '--logLevel', 'error'],
} satisfies BuildTarget;

// After the server, whose protocol says what the pages about blocks say.
const guideTarget = {
  name: 'guide',
  sources: [
    'scripts/guide',
    'scripts/build-guide.ts',
    'docs',
    'SECURITY.md',
    'conformance/README.md',
    'packages/agent-sdk/README.md',
    'examples/connect',
    'examples/guide',
    'python/parley-agent',
    'packages/protocol/src/blocks',
    'packages/server/pages/mark.svg',
    'packages/web/src/ui/tokens.css',
  ] as [string, ...string[]],
  stamp: 'packages/server/dist/guide/.built',
  outputs: ['packages/server/dist/guide'],
  command: ['tsx', 'scripts/build-guide.ts'],
} satisfies BuildTarget;

// After the server, with whose packages those are built that it serves.
const packagesTarget = {
  name: 'packages for agents',
  sources: [
    'scripts/build-served-packages.ts',
    'scripts/served',
    'python/parley-agent/src',
    'python/parley-agent/pyproject.toml',
    'packages/agent-sdk/src',
    'packages/agent-sdk/package.json',
    'packages/protocol/src',
    'packages/protocol/package.json',
  ] as [string, ...string[]],
  stamp: 'packages/server/dist/packages/.built',
  outputs: ['packages/server/dist/packages'],
  command: ['tsx', 'scripts/build-served-packages.ts'],
} satisfies BuildTarget;
