import { expect, it } from 'vitest';
import { resolveHost, shareLookups } from './resolve-host.ts';

it('resolves by the rules of the machine', async () => {
  expect(await resolveHost('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
});

it('asks once for a name that several want at the same time, and again for the next', async () => {
  const asked: string[] = [];
  const lookup = shareLookups((host) => {
    asked.push(host);
    return Promise.resolve([{ address: '192.0.2.1', family: 4 }]);
  });
  await Promise.all([lookup('a'), lookup('a'), lookup('b')]);
  expect(asked).toEqual(['a', 'b']);
  await lookup('a');
  expect(asked).toEqual(['a', 'b', 'a']);
});

it('hands a failure to all who wait and does not remember it', async () => {
  let calls = 0;
  const lookup = shareLookups(() => {
    calls += 1;
    return Promise.reject(new Error('no such name'));
  });
  const answers = await Promise.allSettled([lookup('a'), lookup('a')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(lookup('a')).rejects.toThrow('no such name');
  expect(calls).toBe(2);
});
