import { expect, it } from 'vitest';
import { consoleLog } from './console-log.ts';
import { subjects } from './test-subjects.ts';

it('refuses console.log in a package', () => {
  expect(subjects(consoleLog, { 'packages/server/src/app.ts': 'console.log(1);' })).toEqual([
    'packages/server/src/app.ts',
  ]);
});

it('accepts it in the command line, in tests and in a comment', () => {
  const texts = {
    'packages/cli/src/main.ts': 'console.log(1);',
    'packages/server/src/app.test.ts': 'console.log(1);',
    'packages/server/src/log.ts': '/** Instead of console.log. */',
  };
  expect(subjects(consoleLog, texts)).toEqual([]);
});
