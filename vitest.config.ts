import { defineConfig } from 'vitest/config';

/** Tests run on the sources: the `parley-source` export condition points every workspace import at `src/`. */
const source = { resolve: { conditions: ['parley-source'] }, ssr: { resolve: { conditions: ['parley-source'] } } };

/**
 * Most tests wait for real I/O. On a machine that does other things too a wait may run out, so CI tries a failed test again; on a
 * developer's machine it fails at once.
 */
const patience = { testTimeout: 40_000, hookTimeout: 120_000, retry: process.env.CI ? 2 : 0 };

export default defineConfig({
  ...source,
  test: {
    pool: 'threads',
    projects: [
      {
        ...source,
        test: {
          name: 'node',
          include: [
            'packages/{protocol,agent-sdk,showcase,server}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'examples/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          ...patience,
        },
      },
      { ...source, test: { name: 'web', include: ['packages/web/src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
    ],
  },
});
