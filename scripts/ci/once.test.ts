import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfOneStage } from './once.ts';

const root = join(import.meta.dirname, '../..');
const { embedded, postgres } = filesOfOneStage(root);
const server = 'packages/server/src';

test('a file that takes the database of the run is left out by one stage, and by no other', () => {
  expect(embedded).toContain(`${server}/testing/contract/messages.test.ts`);
  expect(postgres).toContain(`${server}/http/failing-calls.test.ts`);
  expect(embedded.filter((file) => postgres.includes(file))).toEqual([]);
});

test('a file that PostgreSQL’s stage runs whole is left out by the other, and skips nothing there', () => {
  const whole = postgres.filter((file) => /\/(reseal|start-up|shutdown|running-server)\.test\.ts$/u.test(file));
  expect(whole).toHaveLength(4);
  for (const file of whole)
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/import \{[^}]*\bembedded\b[^}]*\} from/u);
});

test('each file is there, and is named once', () => {
  const all = [...embedded, ...postgres];
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a file that names its databases is left out by none', () => {
  for (const file of ['testing/durability/kill.test.ts', 'engine/deliveries/queue/claim-plan.test.ts'])
    expect([...embedded, ...postgres]).not.toContain(`${server}/${file}`);
});
