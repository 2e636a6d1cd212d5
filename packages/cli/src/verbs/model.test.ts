import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openParley, parley } from '../testing/cli.ts';
import { freshHandle, startRealServer, type RealServer } from '../testing/server.ts';

let server: RealServer;
let service: Server;
let url: string;
let models: string[];
const asked: { authorization: string | undefined; messages: { role: string; content: string }[] }[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    const take = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url === '/v1/models') {
        return response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ data: models.map((id) => ({ id })) }));
      }
      if (request.method !== 'POST') return response.writeHead(404).end();
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as (typeof asked)[number];
      asked.push({ authorization: request.headers.authorization, messages });
      response.setHeader('content-type', 'text/event-stream');
      const part = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
      response.write(part({ delta: { content: 'Aye.' }, finish_reason: null }));
      return response.end(`${part({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
    };
    void take();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startRealServer();
}, 180_000);

afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await server.stop();
});

describe('parley model', { timeout: 90_000 }, () => {
  it('registers an agent, answers as it, and says each answer', async () => {
    models = ['tiny'];
    const handle = freshHandle('tiny');
    const env = { ...server.env, MY_KEY: 'sk-secret-1' };
    const args = [
      'model',
      '--url',
      url,
      '--key-env',
      'MY_KEY',
      '--handle',
      handle,
      '--instructions',
      'You are a sailor.',
    ];
    const run = openParley(args, { env });
    await run.until('stderr', /tiny answers as agt_\w+\. Write to it: \S+\/c\/cnv_/);
    const sent = await parley(['send', handle, 'Ready?', '--wait'], { env: server.env });
    expect(sent.stdout).toContain('Aye.');
    expect(asked.at(-1)).toEqual({
      authorization: 'Bearer sk-secret-1',
      messages: [
        { role: 'system', content: 'You are a sailor.' },
        { role: 'user', content: 'Ready?' },
      ],
    });
    await vi.waitFor(() => expect(run.stdout()).toContain('The model answered.'), { timeout: 20_000 });
    expect(await run.stop()).toBe(0);
    expect(run.stdout() + run.stderr()).not.toContain('sk-secret');
  });

  it('asks for a model where there are several, before it registers anything', async () => {
    models = ['one', 'two'];
    const run = (...args: string[]) => parley(['model', '--url', url, ...args], { env: server.env });
    const several = await run();
    expect([several.code, several.stderr]).toEqual([1, expect.stringContaining('several models: one, two')]);
    const wrong = await run('--key-env', 'NO_SUCH', '--model', 'one');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('The environment has no NO_SUCH.')]);
    expect((await run('--model', 'one', '--tools', 'weather.today')).stderr).toContain(
      'scope of the tool weather.today',
    );
    expect((await run('--model', 'one', '--price', 'cheap')).code).toBe(2);
    expect((await parley(['agent', 'list', '--json'], { env: server.env })).stdout).not.toContain('"one"');
  });
});
