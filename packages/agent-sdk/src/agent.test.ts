import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '@parley/protocol';
import { Agent } from './agent.ts';
import { buttons, text } from './blocks.ts';
import type { HandlerError } from './handler-error.ts';
import { formSubmitted, messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform } from './fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agent: Agent;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  agent = new Agent({ ...platform.options, log: () => undefined, retry: { baseMs: 1, maxMs: 5 } });
});

afterEach(async () => {
  await agent.stop();
  await platform.stop();
});

const replies = () => platform.bodies('/hooks/v1/reply');

describe('handlers', () => {
  test('a handler answers the delivery that it was given', async () => {
    agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));
    await agent.startRelay();
    const envelope = messageCreated('hello');
    platform.relay.deliver(envelope);
    await vi.waitFor(() => expect(replies()).toHaveLength(1));
    expect(replies()[0]).toEqual({
      version: '1',
      in_reply_to_delivery_id: envelope.delivery_id,
      blocks: [{ type: 'text', text: 'You said: hello' }],
    });
  });

  test('a handler of one event is not called for another', async () => {
    const seen: string[] = [];
    agent.on('message.created', () => seen.push('message'));
    agent.on('form.submitted', (ctx) => seen.push(String(ctx.envelope.form_submission.values['name'])));
    await agent.startRelay();
    platform.relay.deliver(formSubmitted({ name: 'Ada' }));
    await vi.waitFor(() => expect(seen).toEqual(['Ada']));
  });

  test('hears picks a message by its text and leaves the match in the context', async () => {
    agent.hears('help', (ctx) => ctx.reply('Here is help.'));
    agent.hears(/^weather in (\w+)$/i, (ctx) => ctx.reply(`Sunny in ${ctx.match[1]}`));
    agent.on('message.created', (ctx) => ctx.reply([text('Pardon?'), buttons(['help'])]));
    await agent.startRelay();
    for (const line of [' HELP ', 'Weather in Bern', 'xyz']) platform.relay.deliver(messageCreated(line));
    await vi.waitFor(() => expect(replies()).toHaveLength(3));
    expect(replies().map(({ blocks }) => blocks?.[0]?.['text'])).toEqual(['Here is help.', 'Sunny in Bern', 'Pardon?']);
    expect(replies()[2]?.blocks?.[1]).toEqual({ type: 'buttons', buttons: [{ label: 'help', payload: 'help' }] });
  });

  test('ctx.match is that of the handler that runs, and null where a string was heard', async () => {
    const matches: (string | null | undefined)[] = [];
    agent.hears(/^weather in (\w+)$/i, async (ctx, next) => {
      matches.push(ctx.match[1]);
      await next();
    });
    agent.hears('weather in Bern', (ctx) => matches.push(ctx.match?.[1] ?? null));
    await agent.startRelay();
    platform.relay.deliver(messageCreated('weather in Bern'));
    await vi.waitFor(() => expect(matches).toEqual(['Bern', null]));
  });

  test('middleware wraps the handlers after it', async () => {
    const order: string[] = [];
    agent.use(async (ctx, next) => {
      order.push('before');
      ctx.state['who'] = 'middleware';
      await next();
      order.push('after');
    });
    agent.on('message.created', (ctx) => order.push(`handler of ${String(ctx.state['who'])}`));
    await agent.startRelay();
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(order).toEqual(['before', 'handler of middleware', 'after']));
  });

  test('a handler that throws reaches agent.catch with its context, and the agent goes on', async () => {
    const errors: HandlerError[] = [];
    agent.catch((error) => errors.push(error));
    agent.hears('fail', () => {
      throw new Error('no luck');
    });
    agent.on('message.created', (ctx) => ctx.reply('fine'));
    await agent.startRelay();
    const failing = messageCreated('fail');
    platform.relay.deliver(failing);
    platform.relay.deliver(messageCreated('next'));
    await vi.waitFor(() => expect(replies()).toHaveLength(1));
    expect(errors.map((error) => error.ctx.deliveryId)).toEqual([failing.delivery_id]);
    expect((errors[0]?.cause as Error).message).toBe('no luck');
  });

  test('messages of one conversation are handled one at a time in order, those of others meanwhile', async () => {
    const log: string[] = [];
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    agent.on('message.created', async (ctx) => {
      log.push(`start ${ctx.text}`);
      if (ctx.text === 'a1') await held;
      log.push(`end ${ctx.text}`);
    });
    await agent.startRelay();
    const [a, b] = [newId('conversation', Date.now()), newId('conversation', Date.now())];
    platform.relay.deliver(messageCreated('a1', a));
    platform.relay.deliver(messageCreated('a2', a));
    platform.relay.deliver(messageCreated('b1', b));
    await vi.waitFor(() => expect(log).toEqual(['start a1', 'start b1', 'end b1']));
    release();
    await vi.waitFor(() => expect(log.slice(3)).toEqual(['end a1', 'start a2', 'end a2']));
  });

  test('stop waits for the handlers that run', async () => {
    agent.on('message.created', async (ctx) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await ctx.reply('done');
    });
    await agent.startRelay();
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(1));
    await agent.stop();
    expect(replies()).toHaveLength(1);
    // The platform learns of a closed connection a little later than who closed it.
    await expect.poll(() => platform.relay.streams.length).toBe(0);
  });
});

describe('fromEnv', () => {
  const env = {
    PARLEY_BASE_URL: 'http://127.0.0.1:1',
    PARLEY_AGENT_ID: newId('agent', 0),
    PARLEY_CREDENTIAL_ID: newId('credential', 0),
    PARLEY_AGENT_SECRET: Buffer.alloc(32).toString('base64url'),
  };

  test('names every variable that is missing', () => {
    expect(() => Agent.fromEnv({ ...env, PARLEY_AGENT_ID: undefined, PARLEY_AGENT_SECRET: '' })).toThrow(
      'Set PARLEY_AGENT_ID, PARLEY_AGENT_SECRET in the environment.',
    );
  });

  test('takes a value from the file that is named, which goes first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-env-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'secret');
    const PARLEY_AGENT_SECRET_FILE = file;
    const { PARLEY_AGENT_SECRET: secret, ...others } = env;
    expect(() => Agent.fromEnv({ ...others, PARLEY_AGENT_SECRET_FILE })).toThrow(
      /PARLEY_AGENT_SECRET_FILE names .*secret, which cannot be read \(ENOENT\)/,
    );
    await writeFile(file, ' \n');
    expect(() => Agent.fromEnv({ ...env, PARLEY_AGENT_SECRET_FILE })).toThrow(/which is empty/);
    await writeFile(file, `${secret}\n`);
    expect(Agent.fromEnv({ ...others, PARLEY_AGENT_SECRET: 'not one', PARLEY_AGENT_SECRET_FILE })).toBeInstanceOf(
      Agent,
    );
  });

  test('refuses what is not of its form without showing the secret', () => {
    expect(() => Agent.fromEnv({ ...env, PARLEY_BASE_URL: 'nowhere' })).toThrow(/baseUrl/);
    expect(() => Agent.fromEnv({ ...env, PARLEY_AGENT_ID: 'agt_1' })).toThrow(/agentId/);
    expect(() => Agent.fromEnv({ ...env, PARLEY_AGENT_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2).*secret/);
  });
});
