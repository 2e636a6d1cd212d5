import { newId } from '@parley/protocol';
import { beforeEach, expect, it } from 'vitest';
import { DeferredLookups } from './deferred-lookups.ts';

const [one, two] = [newId('agent'), newId('agent')];
let looks: DeferredLookups;
beforeEach(() => {
  looks = new DeferredLookups();
});

it('gives each agent once, and is empty then', () => {
  for (const agentId of [one, two, one]) expect(looks.add(agentId)).toBe(true);
  expect(looks.take()).toEqual([one, two]);
  expect([looks.isEmpty, looks.take()]).toEqual([true, []]);
});

it('keeps what was deferred since the renewal before the last, and forgets what is older', () => {
  looks.add(one);
  looks.stillAlone();
  looks.add(two);
  expect(looks.isEmpty).toBe(false);
  looks.stillAlone();
  expect(looks.take()).toEqual([two]);
  looks.add(one);
  looks.stillAlone();
  looks.stillAlone();
  expect(looks.isEmpty).toBe(true);
});

it('puts off so many and no more', () => {
  for (let count = 0; count < 10_000; count++) expect(looks.add(newId('agent'))).toBe(true);
  expect(looks.add(one)).toBe(false);
  looks.stillAlone();
  expect(looks.add(one)).toBe(true);
});
