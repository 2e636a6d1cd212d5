import { agentSignatureHeader, blockRegistry, callerHeader, routes, type RouteRow } from '@parley/protocol';
import { beforeAll, describe, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Ask } from './cpu-cost.ts';
import { deliver, openConversation } from './conversation.ts';
import { formWith, png } from './files.ts';
import { asHeader, asQuery, expectCheap, headBytes, hostileTexts } from './hostile-texts.ts';
import { call } from './http.ts';
import { signUp, type Person } from './person.ts';
import { useServer } from './server.ts';
import { stringFields } from './string-fields.ts';

const server = useServer();

let ada: Person;
let agent: Agent;
let conversation: string;
let delivery: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
  delivery = await deliver(ada, conversation, 'ask');
});

const rows = Object.entries<RouteRow>(routes).filter(([, { answer }]) => answer.media !== 'text/event-stream');
const filledPath = (path: string, value = 'x') => path.replaceAll(/\{\w+\}/g, () => value);
function send(row: RouteRow, path: string, body?: unknown) {
  if (row.door === 'agent') return agent.send(path, body, { method: row.method, key: 'key' });
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  return ada.send(row.method, path, { ...json, ...(body === undefined ? {} : { headers }) });
}

const bodies = rows.flatMap(([name, row]) =>
  row.body === undefined
    ? []
    : stringFields(row.body).map(({ place, holding }): [string, Ask] => [
        `${name} /${place.join('/')}`,
        (text) => send(row, filledPath(row.path), holding(text)),
      ]),
);

const heads = rows.flatMap(([name, row]): [string, Ask][] => [
  ...(row.path.includes('{')
    ? [[`${name} path`, (text: string) => send(row, filledPath(row.path, asQuery(text)))] as [string, Ask]]
    : []),
  ...Object.keys(row.query?.shape ?? {}).map((field): [string, Ask] => [
    `${name} ?${field}`,
    (text) => send(row, `${filledPath(row.path)}?${field}=${asQuery(text)}`),
  ]),
]);

const headers = rows.flatMap(([name, row]) =>
  ['idempotency-key', callerHeader, 'authorization', agentSignatureHeader].map((header): [string, Ask] => [
    `${name} ${header}`,
    (text) =>
      call(server.baseUrl + filledPath(row.path), {
        method: row.method,
        headers: {
          // Without a session, and with an unknown path: no work is done.
          ...(row.door === 'agent'
            ? { authorization: agent.authorization, [agentSignatureHeader]: `t=${agent.unix()},v1=${'0'.repeat(64)}` }
            : {}),
          [header]: asHeader(text),
        },
      }),
  ]),
);

const blocks = Object.entries(blockRegistry).flatMap(([type, { inbound }]) =>
  stringFields(inbound).map(({ place, holding }): [string, Ask] => [
    `block ${type} /${place.join('/')}`,
    async (text) => {
      const answer = await agent.reply(delivery, [holding(text) as object]);
      if (answer.status < 300) delivery = await deliver(ada, conversation, 'ask');
      return answer;
    },
  ]),
);

const uploads: [string, Ask][] = [
  ['the name of a file in a form', (text) => ada.send('POST', '/v1/assets', { body: formWith(png, text) })],
  ['the type of a file in a form', (text) => ada.send('POST', '/v1/assets', { body: formWith(png, 'a', text) })],
  [
    'the name of a part of a form',
    (text) => {
      const form = new FormData();
      form.append(text, new Blob([new Uint8Array(png)]), 'a.png');
      return ada.send('POST', '/v1/assets', { body: form });
    },
  ],
  [
    'x-filename',
    (text) => agent.send('/hooks/v1/assets', png, { headers: { 'x-filename': asQuery(text).slice(0, headBytes) } }),
  ],
  [
    'user-agent of a sign-in',
    (text) =>
      ada.send('POST', '/v1/session', {
        headers: { 'content-type': 'application/json', 'user-agent': asHeader(text) },
        body: JSON.stringify({ handle: ada.handle, password: ada.password }),
      }),
  ],
];

describe.each(Object.entries(hostileTexts))('§27 bounds first, for %s', (_kind, text) => {
  it('no string of a body costs more than a plain one', { timeout: 120_000 }, () => expectCheap(bodies, text));
  it('no string of a block costs more than a plain one', { timeout: 120_000 }, () => expectCheap(blocks, text));
  it('no part of a path or query costs more than a plain one', { timeout: 120_000 }, () => expectCheap(heads, text));
  it('no header costs more than a plain one', { timeout: 120_000 }, () => expectCheap(headers, text));
  it('no name in an upload or a sign-in costs more than a plain one', { timeout: 120_000 }, () =>
    expectCheap(uploads, text),
  );
});
