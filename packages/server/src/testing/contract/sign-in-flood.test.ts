import { expect, it } from 'vitest';
import { png, uploaded } from './files.ts';
import { call, type Answer } from './http.ts';
import { freshHandle, jsonInit, signUp } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const server = useServer();

it('§10 a flood of sign-ins is refused in part, and meanwhile files are read', { timeout: 120_000 }, async () => {
  const ada = await signUp(server);
  const assetId = await uploaded(ada, png);
  const ended: Answer[] = [];
  const signIn = async (handle: string) => {
    const init = jsonInit('POST', { handle, password: 'not the password' });
    ended.push(await call(`${server.baseUrl}/v1/session`, init));
  };
  const flood = Array.from({ length: 180 }, (_, index) => signIn(index % 2 ? ada.handle : freshHandle()));
  // After the first refusal, the queue of hashes is full.
  await Promise.race(flood);
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await ada.get(`/v1/assets/${assetId}`)).status);
  expect(statuses).toEqual([200, 200, 200]);
  expect(ended.length).toBeLessThan(180);

  await Promise.all(flood);
  const refused = ended.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(ended.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(100);
  for (const answer of refused) {
    expectRefusal(answer, 503, 'overloaded');
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  const init = jsonInit('POST', { handle: ada.handle, password: ada.password });
  expect((await call(`${server.baseUrl}/v1/session`, init)).status).toBe(200);
});
