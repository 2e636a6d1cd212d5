import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { reactIsPreact } from './packages/web/build/preact.ts';
import { iconsAtOnce } from './scripts/icons-at-once.ts';

/** Tests run on the sources: the `parley-source` export condition points every workspace import at `src/`. */
const source = { resolve: { conditions: ['parley-source'] }, ssr: { resolve: { conditions: ['parley-source'] } } };

/** The app's tests see what the app is built of. */
const browserConditions = { conditions: ['parley-source', 'module'] };
const browserSource = {
  plugins: [iconsAtOnce],
  resolve: { ...browserConditions, alias: reactIsPreact },
  ssr: { resolve: browserConditions },
};

/** Most tests wait for real I/O, some for a database that starts. */
const patience = { testTimeout: 40_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** What draws has a page. */
const onPage = {
  environment: 'jsdom',
  setupFiles: ['ui/like-react.ts', 'testing/after-paint.ts', 'testing/dialogs.ts'].map(
    (path) => `packages/web/src/${path}`,
  ),
  // What imports React has to go through the alias too.
  server: { deps: { inline: [/react/u, /radix/u, /cmdk/u, /wouter/u, /lucide/u] } },
  ...patience,
};

/** Tests that put a module in the place of another share none with other files, which is two thirds of what a file costs. */
const replaceModules = [
  'packages/web/src/blocks/forms/form-block.test.tsx',
  'packages/web/src/screens/playground-screen.test.tsx',
];

export default defineConfig({
  ...source,
  test: {
    pool: 'threads',
    // One more than there are cores, for those that wait. Each worker loads all modules, so more of them cost more than they bring.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...source,
        test: {
          name: 'node',
          include: [
            'packages/{protocol,agent-sdk,create-parley-agent,cli,a2a,model,showcase,server,testing}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'examples/**/*.test.ts',
            'bench/**/*.test.ts',
            'fuzz/**/*.test.ts',
            'tests/chaos/**/*.test.ts',
            'tests/openapi/**/*.test.ts',
          ],
          ...patience,
          globalSetup: ['packages/server/src/testing/drop-spares.ts', 'scripts/bundle-for-tests.ts'],
          setupFiles: ['packages/server/src/testing/wait-as-poll.ts'],
          // The files of a worker share their modules, and with them the databases that are not in use.
          isolate: false,
        },
      },
      {
        ...browserSource,
        test: {
          name: 'web',
          ...onPage,
          include: ['packages/web/src/**/*.test.tsx'],
          exclude: replaceModules,
          isolate: false,
        },
      },
      { ...browserSource, test: { name: 'web-apart', ...onPage, include: replaceModules } },
      {
        ...browserSource,
        // What draws nothing needs no page, and a page is most of what such a test would cost.
        test: { name: 'web-logic', include: ['packages/web/src/**/*.test.ts'], ...patience, isolate: false },
      },
    ],
  },
});
