import { setTimeout as sleep } from 'node:timers/promises';
import { startParley } from '../contestants/parley-process.ts';
import type { Ground } from '../ground/ground.ts';
import type { FloodPlan } from '../load/flood.ts';
import type { Hurried } from '../load/hurry.ts';
import { connections, type Measure } from './measure.ts';

const messages = 10_000;
const lookMs = 20;
const longestMs = 300_000;
const password = 'correct horse battery';

/** How long it takes until nothing of a person is left who wrote ten thousand messages. */
export const erasing: Measure = {
  id: 'p15',
  alias: 'erase',
  title: 'Erasing a person who wrote 10,000 messages',
  budgetSeconds: { full: 240, quick: 60 },
  entrants: [{ name: 'Parley', take: erase }],
  rows: [
    { title: 'On PostgreSQL', unit: 's', better: 'lower', goal: { atMost: 60 } },
    { title: 'On the embedded database', unit: 's', better: 'lower', goal: { atMost: 60 } },
  ],
};

async function erase(ground: Ground): Promise<number[]> {
  const database = await ground.server.create();
  try {
    return [await eraseOn(ground, database.url), await eraseOn(ground, null)];
  } finally {
    await database.drop();
  }
}

/** Returns the seconds from the request until the person is in no room and everything that they said is gone. */
async function eraseOn({ load, ends, profileFolder }: Ground, databaseUrl: string | null): Promise<number> {
  const { authorityFile } = ends;
  const server = await startParley({ databaseUrl, profileFolder, authorityFile, isDraining: true });
  try {
    const call = caller(server.port);
    const [ada, ben] = [await signUp(call, 'ada'), await signUp(call, 'ben')];
    const opened = await call('POST', '/v1/conversations', ben.cookie, { agentIds: [], userIds: [ada.userId] });
    const room = `/v1/conversations/${opened.body.item['conversationId'] ?? ''}`;
    const sends = [{ path: `${room}/messages`, cookie: ada.cookie }];
    await load.ask<Hurried>('flood', {
      port: server.port,
      sends,
      connections,
      durationMs: 1e9,
      count: messages,
    } satisfies FloodPlan);
    const startedAt = performance.now();
    await call('POST', '/v1/session/erase', ada.cookie, { confirm: 'ada', password });
    while (JSON.stringify((await call('GET', room, ben.cookie)).body).includes(ada.userId)) {
      if (performance.now() - startedAt > longestMs) throw new Error('The erasure did not end.');
      await sleep(lookMs);
    }
    return (performance.now() - startedAt) / 1000;
  } finally {
    await server.stop();
  }
}

type Call = ReturnType<typeof caller>;

function caller(port: number) {
  return async (method: string, path: string, cookie: string | null, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === null ? {} : { cookie }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return { headers: response.headers, body: JSON.parse(text) as { item: Record<string, string> } };
  };
}

async function signUp(call: Call, handle: string): Promise<{ readonly cookie: string; readonly userId: string }> {
  const { headers, body } = await call('POST', '/v1/users', null, { handle, displayName: 'Ada Example', password });
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', userId: body.item['userId'] ?? '' };
}
