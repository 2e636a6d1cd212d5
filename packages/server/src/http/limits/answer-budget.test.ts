import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { boundAnswers } from './answer-budget.ts';
import { answerError } from '../errors.ts';

/** Far more than the operating system buffers for a reader, so that it counts as held. */
const large = 30 * 1024 * 1024;
const sockets: Socket[] = [];
let server: FastifyInstance;
let done = 0;
/** Requests that are answered when the test says so. */
const late: { readonly socket: Socket; isSent: boolean; answer: () => void }[] = [];
let streams: Readable[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
  streams = [];
});

async function serve(bounds: { most: number; mostOfOneCaller: number }): Promise<number> {
  done = 0;
  server = fastify({ forceCloseConnections: true });
  server.decorateReply('refusalCode', null);
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, 'camel'));
  boundAnswers(server, { ...bounds, isShared: () => true });
  server.addHook('onRequest', async (request) => {
    request.callerId = String(request.headers['x-caller'] ?? 'ada');
  });
  const page = async () => {
    done += 1;
    return 'x'.repeat(large);
  };
  server.get('/page', page);
  server.post('/page', page);
  late.length = 0;
  server.get('/late', async (request, reply) => {
    const entry = { socket: request.raw.socket, isSent: false, answer: () => undefined as void };
    const asked = new Promise<void>((resolve) => (entry.answer = resolve));
    late.push(entry);
    await asked;
    void reply.send('x'.repeat(large));
    entry.isSent = true;
    return reply;
  });
  server.get('/small', async () => 'small');
  server.post('/small', async () => 'made');
  server.get('/healthz', async () => 'x'.repeat(large));
  server.get('/file', async (_request, reply) => {
    const stream = Readable.from([Buffer.from('file')]);
    streams.push(stream);
    return reply.header('content-length', '4').header('etag', '"file"').send(stream);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

async function leaveUnread(port: number, caller: string, method = 'GET'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket.on('error', () => undefined).pause());
  await once(socket, 'connect');
  const before = done;
  socket.write(`${method} /page HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nx-caller: ${caller}\r\n\r\n`);
  await expect.poll(() => done).toBe(before + 1);
  return socket;
}

const ask = (port: number, path: string, caller = 'ada', method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { 'x-caller': caller } });

async function expectOverloaded(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await answer.json()).toMatchObject({ error: { code: 'overloaded' } });
}

describe('the bytes that answers hold', () => {
  it('§10 are bounded for one caller, whose next page is refused while others have theirs', async () => {
    const port = await serve({ most: 10 * large, mostOfOneCaller: large + 1000 });
    const unread = await leaveUnread(port, 'ada');
    await expectOverloaded(await ask(port, '/page', 'ada'));
    expect((await ask(port, '/small', 'ada')).status).toBe(200);
    expect((await (await ask(port, '/page', 'bob')).text()).length).toBe(large);
    unread.destroy();
    await expect.poll(async () => (await ask(port, '/page', 'ada')).status).toBe(200);
  });

  it('§10 are shared out: of many who read nothing each holds less, and another still has theirs', async () => {
    const port = await serve({ most: 6 * large, mostOfOneCaller: 3 * large });
    for (const caller of ['ada', 'ada', 'bob', 'eve']) await leaveUnread(port, caller);
    for (const caller of ['ada', 'bob', 'eve']) await expectOverloaded(await ask(port, '/page', caller));
    expect((await (await ask(port, '/page', 'zoe')).text()).length).toBe(large);
  });

  it('§10 count until they are read', async () => {
    const port = await serve({ most: 10 * large, mostOfOneCaller: large + 1000 });
    const unread = await leaveUnread(port, 'ada');
    await expectOverloaded(await ask(port, '/page', 'ada'));
    unread.resume();
    await expect.poll(async () => (await ask(port, '/page', 'ada')).status).toBe(200);
  });

  it('§10 are bounded for all, and beyond that nothing is begun but what the probes ask', async () => {
    const port = await serve({ most: large, mostOfOneCaller: 10 * large });
    const unread = await leaveUnread(port, 'ada', 'POST');
    const before = done;
    for (const method of ['GET', 'POST']) await expectOverloaded(await ask(port, '/small', 'bob', method));
    await expectOverloaded(await ask(port, '/page', 'bob'));
    expect(done).toBe(before);
    expect((await (await ask(port, '/healthz')).text()).length).toBe(large);
    unread.destroy();
    await expect.poll(async () => (await ask(port, '/small', 'bob', 'POST')).status).toBe(200);
  });

  it('§10 do not count for a reader who was gone before the answer was there', async () => {
    const port = await serve({ most: 10 * large, mostOfOneCaller: large + 1000 });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET /late HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => late.length).toBe(1);
    socket.destroy();
    await once(late[0]?.socket as Socket, 'close');
    late[0]?.answer();
    await expect.poll(() => late[0]?.isSent).toBe(true);
    expect((await (await ask(port, '/page')).text()).length).toBe(large);
  });

  it('let go of a file that is not sent, and of what was said of it', async () => {
    const port = await serve({ most: 10 * large, mostOfOneCaller: 1000 });
    const answer = await ask(port, '/file');
    expect(answer.headers.get('etag')).toBeNull();
    await expectOverloaded(answer);
    expect(streams[0]?.destroyed).toBe(true);
    expect((await ask(port, '/small', 'ada', 'POST')).status).toBe(200);
  });
});
