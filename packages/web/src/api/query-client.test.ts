import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('reads once more what was being read for the first time when it changed', async () => {
  const client = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
  const leave = new QueryObserver(client, { queryKey: ['agents'], queryFn }).subscribe(() => undefined);
  const changes = [1, 2, 3].map(() => client.invalidateQueries({ queryKey: ['agents'] }));
  expect(queryFn).toHaveBeenCalledOnce();
  answers[0]?.('as it was');
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  answers[1]?.('as it is');
  await Promise.all(changes);
  expect(client.getQueryData(['agents'])).toBe('as it is');
  expect(queryFn).toHaveBeenCalledTimes(2);
  leave();
});
