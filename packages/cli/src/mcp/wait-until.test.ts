import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AgentClient } from '@parley/agent-sdk';
import { expect, it } from 'vitest';
import { Desk } from './desk.ts';
import type { DeskFile } from './desk-file.ts';

const desk = () =>
  new Desk({
    client: {} as AgentClient,
    file: { write: async () => undefined } as unknown as DeskFile,
    state: { deliveries: {}, questions: [], unread: [] },
    room: () => 'cnv_1',
    person: 'usr_owner',
  });

it('ends a wait in its time, although memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const waiting = desk().until(() => null, 200, new AbortController().signal);
  setTimeout(collect, 20);
  setTimeout(collect, 60);
  expect(await waiting).toBeNull();
});

it('takes nothing for a call that its client has given up', async () => {
  const ending = new AbortController();
  let probes = 0;
  const probe = () => (probes++ === 0 ? null : 'an answer');
  const waiting = desk().until<string>(probe, 60_000, ending.signal);
  ending.abort();
  expect([await waiting, probes]).toEqual([null, 1]);
});
