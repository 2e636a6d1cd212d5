import { expect, it } from 'vitest';
import { Overloaded } from '../storage/batcher.ts';
import { uploadSlots } from './upload-slots.ts';

it('lets no more than its number in, the next as soon as one is through', async () => {
  const slots = uploadSlots(2, 1);
  const first = await slots.take();
  const second = await slots.take();
  let third: (() => void) | undefined;
  const waiting = slots.take().then((release) => (third = release));
  await expect(slots.take()).rejects.toThrow(Overloaded);
  expect(third).toBeUndefined();
  first();
  first();
  await waiting;
  const fourth = slots.take();
  third?.();
  second();
  (await fourth)();
});
