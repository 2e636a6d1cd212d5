import { expect, it } from 'vitest';
import { processEnv } from './process-env.ts';
import { subjects } from './test-subjects.ts';

it.each([
  'const port = process.env.PORT;',
  "const port = process['env'].PORT;",
  'const { env } = process;',
  "import { env } from 'node:process';",
])('refuses %s outside config.ts', (text) => {
  expect(subjects(processEnv, { 'packages/server/src/app.ts': text })).toEqual(['packages/server/src/app.ts']);
});

it('accepts it in config.ts, tests, what tests share, scripts and configuration files', () => {
  const text = 'const port = process.env.PORT;';
  const paths = [
    'packages/server/src/config.ts',
    'packages/server/src/app.test.ts',
    'packages/server/src/testing/database.ts',
    'scripts/dev.ts',
    'packages/web/vite.config.ts',
  ];
  expect(subjects(processEnv, Object.fromEntries(paths.map((path) => [path, text])))).toEqual([]);
});

it('does not mind the words in a comment or a string', () => {
  const text = "// process.env is read elsewhere\nconst hint = 'set process.env.PORT';";
  expect(subjects(processEnv, { 'packages/server/src/app.ts': text })).toEqual([]);
});
