import { expect, it } from 'vitest';
import { noDeadPaths } from './dead-paths.ts';

it('refuses a file or a folder that a page about the code names and that does not exist, with its line', () => {
  const texts = new Map([
    ['packages/server/src/engine/claim.ts', ''],
    ['ARCHITECTURE.md', 'See `engine/claim.ts` and `engine/`.\n\nThen `engine/queue/` and `http/gone.ts`.\n'],
  ]);
  expect(noDeadPaths(texts)).toEqual([
    'ARCHITECTURE.md:3 names `engine/queue/`, which does not exist.',
    'ARCHITECTURE.md:3 names `http/gone.ts`, which does not exist.',
  ]);
});

it('leaves the files of readers alone', () => {
  expect(noDeadPaths(new Map([['README.md', 'Write `my/agent.ts`.\n']]))).toEqual([]);
});
