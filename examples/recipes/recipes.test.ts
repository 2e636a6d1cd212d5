import { createServer, type Server } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { EventType, type BaseEvent, type RunAgentInput } from '@ag-ui/core';
import { createWorld, type World } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withAgUi } from './ag-ui.ts';
import { withGraph } from './langgraph.ts';

let world: World;
let remote: Server | null = null;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
  remote?.closeAllConnections();
  remote?.close();
  remote = null;
});

test('what a graph interrupts for is decided by the person, and it goes on with just that', async () => {
  const requested_scopes = [{ scope: 'decision.request', reason: 'To ask first.' }];
  await world.agent(withGraph, { manifest: { requested_scopes } });
  const ada = await world.person('ada');
  await ada.grants('decision.request');
  await ada.says('delete a.txt');
  expect((await ada.approves('Delete a.txt')).arguments).toMatchObject({ arguments: { path: 'a.txt' } });
  await ada.sees('a.txt is gone.');
  await ada.says('delete b.txt');
  await ada.denies('Delete b.txt');
  await ada.sees('b.txt stays.');
});

test('what an agent over AG-UI writes appears as it writes it, with its tools as steps', async () => {
  let goOn = () => undefined as void;
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  const asked: RunAgentInput[] = [];
  const url = await startRemote(async (input, emit) => {
    asked.push(input);
    emit({ type: EventType.RUN_STARTED, threadId: input.threadId, runId: input.runId });
    emit({ type: EventType.TOOL_CALL_START, toolCallId: 'c1', toolCallName: 'sunset' });
    emit({ type: EventType.TOOL_CALL_ARGS, toolCallId: 'c1', delta: '{"place":"Rome"}' });
    emit({ type: EventType.TOOL_CALL_END, toolCallId: 'c1' });
    emit({ type: EventType.TOOL_CALL_RESULT, messageId: 'r1', toolCallId: 'c1', content: '20:14' });
    emit({ type: EventType.TEXT_MESSAGE_START, messageId: 'm1', role: 'assistant' });
    emit({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm1', delta: 'At ' });
    await seen;
    emit({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm1', delta: '20:14.' });
    emit({ type: EventType.TEXT_MESSAGE_END, messageId: 'm1' });
    emit({ type: EventType.RUN_FINISHED, threadId: input.threadId, runId: input.runId });
  });
  await world.agent((agent) => withAgUi(agent, url));
  const ada = await world.person('ada');
  await ada.says('When does the sun set?');
  await world.until(async () => (await ada.messages()).find(({ partial }) => partial), 'a draft');
  goOn();
  const { blocks } = await ada.sees('At 20:14.');
  expect(blocks.map(({ type }) => type)).toEqual(['tool_use', 'tool_result', 'text']);
  await ada.says('And tomorrow?');
  await ada.sees('At 20:14.');
  expect(asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
});

test('a run over AG-UI that fails is told as one', async () => {
  const url = await startRemote((input, emit) => {
    emit({ type: EventType.RUN_STARTED, threadId: input.threadId, runId: input.runId });
    emit({ type: EventType.RUN_ERROR, message: 'out of credit' });
  });
  await world.agent((agent) => withAgUi(agent, url).catch(() => undefined));
  const ada = await world.person('ada');
  await ada.says('Hello');
  await ada.sees('“Agent” could not answer');
});

test('each recipe is less than 40 lines long', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect(
      readFileSync(new URL(file, import.meta.url), 'utf8')
        .trimEnd()
        .split('\n').length,
    ).toBeLessThan(40);
  }
});

type Emit = (event: BaseEvent & Record<string, unknown>) => void;

/** A server that answers a run with the events that `act` emits. */
async function startRemote(act: (input: RunAgentInput, emit: Emit) => Promise<void> | void): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await act(
        JSON.parse(body) as RunAgentInput,
        (event) => void response.write(`data: ${JSON.stringify(event)}\n\n`),
      );
      response.end();
    })();
  });
  remote = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
