import { test } from 'node:test';
import { createWorld } from '@parley/testing';
import { withHandlers } from './agent.ts';

test('it says back what it was told', { timeout: 60_000 }, async (t) => {
  const world = await createWorld();
  t.after(() => world.close());
  await world.agent(withHandlers);
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('You said: hello');
});
