import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskState } from '@a2a-js/sdk';
import { Agent } from '@parley/agent-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type Person, type TestedAgent, type World } from '@parley/testing';
import { seatA2A, type A2AOptions } from './seat-a2a.ts';
import { SessionsInFile, SessionsInMemory } from './sessions.ts';
import {
  dataPart,
  filePart,
  startRemoteAgent,
  textPart,
  type RemoteAgent,
  type RemoteTurn,
  type Speech,
} from './testing/remote-agent.ts';

const { TASK_STATE_COMPLETED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_AUTH_REQUIRED, TASK_STATE_FAILED } = TaskState;

let world: World;
let ada: Person;
let seated: TestedAgent;
const open: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  world = await createWorld();
  ada = await world.person('ada');
});
afterEach(async () => {
  await world.close();
  await Promise.all(open.splice(0).map((close) => close()));
});

/** Seats a remote agent that runs `act` for each message. */
async function seat(
  act: (turn: RemoteTurn) => Promise<void> | void,
  options: Partial<A2AOptions & Speech> = {},
): Promise<RemoteAgent> {
  const remote = await startRemoteAgent(act, options);
  open.push(remote.stop);
  seated = await world.agent((agent) => seatA2A(agent, { card: remote.url, ...options }));
  return remote;
}

/** Ada sends the agent a text file. */
async function attaches(filename: string, words: string): Promise<void> {
  const { conversationId } = await ada.opens(seated);
  const body = new FormData();
  body.append('file', new Blob([words], { type: 'text/plain' }), filename);
  // The route's type allows only JSON; the server accepts a multipart form too.
  const { item } = await ada.call('uploadAsset', { body } as never);
  await ada.call('sendAttachment', { params: { conversationId }, body: { assetId: item.assetId, filename } });
}

it('shows what a remote agent writes as it writes it, and all of it at the end', async () => {
  let goOn = () => undefined as void;
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  await seat(async (turn) => {
    turn.works('Looking it up');
    turn.writes('a', `You said ${turn.text}: `);
    await seen;
    turn.writes('a', 'good.', true);
    turn.ends(TASK_STATE_COMPLETED);
  });
  await ada.says('hello');
  const draft = await world.until(async () => (await ada.messages()).find(({ partial }) => partial), 'a draft');
  expect(draft.blocks[0]).toEqual({ type: 'text', text: 'You said hello:' });
  goOn();
  await ada.sees('You said hello: good.');
});

it('keeps one context for a conversation, and another for another', async () => {
  const contexts: string[] = [];
  await seat((turn) => {
    contexts.push(turn.contextId);
    turn.writes('a', `${turn.text}!`);
    turn.ends(TASK_STATE_COMPLETED);
  });
  for (const word of ['one', 'two']) {
    await ada.says(word);
    await ada.sees(`${word}!`);
  }
  const bob = await world.person('bob');
  await ada.opens(bob, { agentId: seated.agentId });
  await ada.says('three');
  await ada.sees('three!');
  expect(contexts[1]).toBe(contexts[0]);
  expect(contexts[2]).not.toBe(contexts[0]);
});

it('turns data into a table or code, and files into what they are, in bounded size', async () => {
  await seat(
    (turn) => {
      turn.gives('rows', [
        dataPart([
          { city: 'Rome', degrees: 31 },
          { city: 'Oslo', degrees: 12 },
        ]),
      ]);
      turn.gives('tree', [dataPart({ a: { b: [1] } })]);
      turn.gives('small', [filePart('notes.txt', 'text/plain', Buffer.from('12345'))]);
      turn.gives('big', [filePart('film.bin', 'application/octet-stream', Buffer.alloc(200))]);
      turn.ends(TASK_STATE_COMPLETED, 'There you are.');
    },
    { maxFileBytes: 100 },
  );
  await ada.says('Show me');
  const { blocks } = await ada.sees('There you are.');
  expect(blocks).toContainEqual({
    type: 'table',
    columns: ['city', 'degrees'],
    rows: [
      ['Rome', '31'],
      ['Oslo', '12'],
    ],
  });
  expect(blocks).toContainEqual(expect.objectContaining({ type: 'file', filename: 'notes.txt', size_bytes: 5 }));
  expect(JSON.stringify(blocks)).toContain('```json');
  expect(JSON.stringify(blocks)).toContain('film.bin was too large to pass on');
});

it('asks in the room what the remote agent needs to know, and goes on with the same task', async () => {
  await seat((turn) => {
    if (turn.goesOn) {
      turn.writes('a', `Booked for ${turn.text}.`);
      return turn.ends(TASK_STATE_COMPLETED);
    }
    turn.ends(TASK_STATE_INPUT_REQUIRED, 'For which day?');
  });
  await ada.says('Book a table');
  await ada.sees('For which day?');
  await ada.says('Monday');
  await ada.sees('Booked for Monday.');
});

it('says where the person has to sign in, and where the remote agent failed', async () => {
  await seat((turn) => {
    if (turn.text === 'fail') return turn.ends(TASK_STATE_FAILED, 'No seats left.');
    turn.ends(TASK_STATE_AUTH_REQUIRED, 'Sign in at the airline.');
  });
  await ada.says('fly');
  expect(JSON.stringify((await ada.sees('Sign in at the airline.')).blocks)).toContain(
    'Write to it when that is done.',
  );
  await ada.says('fail');
  expect(JSON.stringify((await ada.sees('No seats left.')).blocks)).toContain('could not finish this');
});

it('takes up a stream again that broke while the remote agent was at work', async () => {
  let goOn = () => undefined as void;
  const cut = new Promise<void>((resolve) => (goOn = resolve));
  const remote = await seat(async (turn) => {
    turn.writes('a', 'Before ');
    await cut;
    turn.writes('a', 'and after.', true);
    turn.ends(TASK_STATE_COMPLETED);
  });
  await ada.says('Begin');
  await world.until(async () => (await ada.messages()).some(({ partial }) => partial), 'a draft');
  remote.cut();
  goOn();
  await ada.sees('Before and after.');
});

it('goes on with a context that was kept in a file, and refuses bounds that are none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-a2a-'));
  open.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'sessions.json');
  const contexts: string[] = [];
  await seat(
    (turn) => {
      contexts.push(turn.contextId);
      turn.ends(TASK_STATE_COMPLETED, 'Yes.');
    },
    { sessions: new SessionsInFile(path) },
  );
  await ada.says('Are you there?');
  await ada.sees('Yes.');
  const [kept] = Object.keys(JSON.parse(await readFile(path, 'utf8')) as object);
  expect(await new SessionsInFile(path).get(kept ?? '')).toMatchObject({ contextId: contexts[0], taskId: null });
  expect(() => seatA2A(new Agent(seated.credentials), { card: 'https://a.example', maxFileBytes: -1 })).toThrow(
    RangeError,
  );
});

it('cancels the remote task when the person stops the answer', async () => {
  let cancelled = false;
  await seat(async (turn) => {
    turn.writes('a', 'It will take a while.');
    await turn.cancelled;
    cancelled = true;
  });
  await ada.says('Begin');
  await world.until(async () => (await ada.messages()).some(({ partial }) => partial), 'a draft');
  await ada.stops();
  await world.clock.advance('10s');
  await world.until(() => cancelled, 'the cancel');
});

it('works on a task of Parley, and waits in it for the person', async () => {
  await seat((turn) => {
    turn.writes('a', turn.goesOn ? `Written, ${turn.text}.` : 'A first draft.');
    turn.ends(
      turn.goesOn ? TASK_STATE_COMPLETED : TASK_STATE_INPUT_REQUIRED,
      turn.goesOn ? undefined : 'Long or short?',
    );
  });
  const { taskId } = await ada.assigns('Write a report');
  const status = async () => (await ada.call('getTask', { params: { taskId } })).item.status;
  await world.until(async () => (await status()) === 'awaiting_approval', 'the question');
  await ada.says('short');
  await world.until(async () => (await status()) === 'completed', 'the end');
  const { blocks } = await ada.sees('Written, short.');
  expect(JSON.stringify(blocks)).not.toContain('A first draft.');
});

it('passes attachments on, and speaks to an agent that does not stream', async () => {
  const got: string[] = [];
  await seat(
    (turn) => {
      for (const { content, filename } of turn.parts) {
        if (content?.$case === 'raw') got.push(`${filename}: ${Buffer.from(content.value).toString()}`);
      }
      turn.gives('a', [textPart('Read it.')]);
      turn.ends(TASK_STATE_COMPLETED);
    },
    { streaming: false, sessions: new SessionsInMemory() },
  );
  await attaches('plan.txt', 'tea at four');
  await ada.sees('Read it.');
  expect(got).toEqual(['plan.txt: tea at four']);
});

describe.each([
  { binding: 'HTTP+JSON', protocolVersion: '1.0', sends: 'POST /a2a/message:stream', hasNames: true },
  { binding: 'JSONRPC', protocolVersion: '0.3', sends: 'POST /a2a', hasNames: true },
  // Files of protocol 0.3 in this form have a type but no name.
  { binding: 'HTTP+JSON', protocolVersion: '0.3', sends: 'POST /a2a/v1/message:stream', hasNames: false },
] as const)('an agent that speaks $protocolVersion over $binding', ({ sends, hasNames, ...speech }) => {
  it('is heard while it writes, with data and files, and asked on in the same task', async () => {
    let goOn = () => undefined as void;
    const seen = new Promise<void>((resolve) => (goOn = resolve));
    const remote = await seat(async (turn) => {
      if (!turn.goesOn) {
        turn.works('Looking it up');
        turn.writes('a', `You said ${turn.text}: `);
        await seen;
        turn.writes('a', 'good.', true);
        return turn.ends(TASK_STATE_INPUT_REQUIRED, 'What shall I bring?');
      }
      turn.gives('tree', [dataPart({ a: { b: [1] } })]);
      turn.gives('small', [filePart('notes.txt', 'text/plain', Buffer.from('12345'))]);
      turn.ends(TASK_STATE_COMPLETED, `There: ${turn.text}.`);
    }, speech);
    await ada.says('hello');
    const draft = await world.until(async () => (await ada.messages()).find(({ partial }) => partial), 'a draft');
    expect(draft.blocks[0]).toEqual({ type: 'text', text: 'You said hello:' });
    goOn();
    await ada.sees('What shall I bring?');
    await ada.says('notes');
    const { blocks } = await ada.sees('There: notes.');
    expect(JSON.stringify(blocks)).toContain('```json');
    const filename = hasNames ? 'notes.txt' : 'file.txt';
    expect(blocks).toContainEqual(expect.objectContaining({ type: 'file', filename, size_bytes: 5 }));
    expect(remote.requests).toContain(sends);
  });

  it('is followed again where its stream broke, and cancelled where the person stops it', async () => {
    let goOn = () => undefined as void;
    const cut = new Promise<void>((resolve) => (goOn = resolve));
    let cancelled = false;
    const remote = await seat(async (turn) => {
      turn.writes('a', 'Before ');
      if (turn.text === 'end') {
        await cut;
        turn.writes('a', 'and after.', true);
        return turn.ends(TASK_STATE_COMPLETED);
      }
      await turn.cancelled;
      cancelled = true;
    }, speech);
    const drafted = () => world.until(async () => (await ada.messages()).some(({ partial }) => partial), 'a draft');
    await ada.says('end');
    await drafted();
    remote.cut();
    goOn();
    await ada.sees('Before and after.');
    await ada.says('go on for ever');
    await drafted();
    await ada.stops();
    await world.clock.advance('10s');
    await world.until(() => cancelled, 'the cancel');
  });

  it('answers without streaming, and is given attachments and told of failures', async () => {
    const got: string[] = [];
    await seat(
      (turn) => {
        for (const { content, filename } of turn.parts)
          if (content?.$case === 'raw') got.push(`${filename}: ${Buffer.from(content.value).toString()}`);
        if (turn.text === 'fail') return turn.ends(TASK_STATE_FAILED, 'No seats left.');
        turn.gives('a', [textPart('Read it.')]);
        turn.ends(TASK_STATE_COMPLETED);
      },
      { ...speech, streaming: false },
    );
    await attaches('plan.txt', 'tea at four');
    await ada.sees('Read it.');
    expect(got).toEqual([`${hasNames ? 'plan.txt' : ''}: tea at four`]);
    await ada.says('fail');
    expect(JSON.stringify((await ada.sees('No seats left.')).blocks)).toContain('could not finish this');
  });
});
