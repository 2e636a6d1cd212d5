import { defineConfig } from 'vitest/config';

/** Tests run on the sources: the `parley-source` export condition points every workspace import at `src/`. */
const source = { resolve: { conditions: ['parley-source'] }, ssr: { resolve: { conditions: ['parley-source'] } } };

export default defineConfig({
  ...source,
  test: {
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 60_000,
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
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { ...source, test: { name: 'web', include: ['packages/web/src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
    ],
  },
});
