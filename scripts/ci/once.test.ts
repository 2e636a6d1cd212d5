import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfOneStage } from './once.ts';

const { embedded, postgres } = filesOfOneStage(join(import.meta.dirname, '../..'));
const server = 'packages/server/src';

test('a file that takes the database of the run is left out by one stage, and by no other', () => {
  expect(embedded).toContain(`${server}/testing/contract/messages.test.ts`);
  expect(postgres).toContain(`${server}/http/failing-calls.test.ts`);
  expect(embedded.filter((file) => postgres.includes(file))).toEqual([]);
});

test('a file that names its databases is left out by none', () => {
  for (const file of ['testing/durability/kill.test.ts', 'engine/deliveries/queue/claim-plan.test.ts'])
    expect([...embedded, ...postgres]).not.toContain(`${server}/${file}`);
});
