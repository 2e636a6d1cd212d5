import { expect, it } from 'vitest';
import { bannedNames } from './banned-names.ts';
import { subjects } from './test-subjects.ts';

it('refuses a file or folder whose name fits anything', () => {
  const bad = [
    'packages/a/src/room-manager.ts',
    'packages/a/src/utils/time.ts',
    'packages/web/src/ui/RoomHelpers.tsx',
    'scripts/misc.ts',
  ];
  const good = ['packages/a/src/commonwealth.ts', 'packages/a/src/serviceable.ts', 'packages/a/src/rooms.ts'];
  const texts = Object.fromEntries([...bad, ...good].map((path) => [path, '']));
  expect(subjects(bannedNames, texts)).toEqual(bad);
});
