import { expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

it('runs once at a time and once more for whatever was asked meanwhile', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const ask = coalesce(work);
  for (let i = 0; i < 5; i++) ask('room');
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  ends[1]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(work).toHaveBeenCalledTimes(2);
});

it('runs different keys side by side, and again after a failure', async () => {
  const work = vi.fn(() => Promise.reject(new Error('offline')));
  const ask = coalesce(work);
  ask('one');
  ask('other');
  expect(work).toHaveBeenCalledTimes(2);
  await new Promise((resolve) => setTimeout(resolve));
  ask('one');
  expect(work).toHaveBeenCalledTimes(3);
});
