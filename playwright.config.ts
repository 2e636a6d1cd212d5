import { defineConfig } from '@playwright/test';
import { chromiumPath } from './scripts/chromium-path.ts';
import { freePort } from './packages/server/src/testing/postgres/free-port.ts';

// The workers read this file again; the environment hands them the port that the first reading chose.
const port = (process.env.PARLEY_BROWSER_PORT ??= String(await freePort()));
const baseURL = `http://127.0.0.1:${port}`;
const isCI = process.env.CI !== undefined;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Browser tests, in Debian's Chromium against the built server (`npm run build` first). The environment tells them
 * `PARLEY_DEMO_LINK`, which signs the demo person in.
 */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // The built packages are JavaScript, which Playwright would compile again.
  build: { external: ['**/packages/*/dist/**'] },
  // A browser, its page and a server compute for each of them. A third one saves a tenth of the time, and one test in a hundred then waits
  // in vain for something that was on the page too briefly.
  workers: 2,
  // A machine whose memory is slow takes three times as long as another.
  timeout: isCI ? 120_000 : 30_000,
  expect: { timeout: isCI ? 20_000 : 5_000 },
  retries: isCI ? 1 : 0,
  forbidOnly: isCI,
  reporter: isCI
    ? [['list'], ['json', { outputFile: process.env.PARLEY_BROWSER_REPORT ?? '.cache/ci/browser.json' }]]
    : [['list']],
  use: {
    baseURL,
    // A trace costs about as much as the test: CI makes one of a test that failed and is tried again.
    trace: isCI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath, args: flags },
  },
  projects: [
    { name: 'app', testIgnore: /notifications/ },
    // Without windows there are none.
    {
      name: 'notifications',
      testMatch: /notifications/,
      use: { launchOptions: { executablePath: '/usr/bin/chromium', args: flags } },
    },
  ],
  webServer: {
    command: 'npx tsx scripts/serve-for-browser.ts',
    env: { PARLEY_PORT: port, PARLEY_BASE_URL: baseURL },
    wait: { stdout: /^ready \S+ demo (?<parley_demo_link>\S+)$/m },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
