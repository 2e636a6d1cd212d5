import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../processes/conversation.ts';

/** The least that can be done in Node: whatever is posted goes to every open stream, as one buffer, and nobody is asked who they are. */
const open = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
    open.add(response);
    response.on('close', () => open.delete(response));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const frame = Buffer.concat([Buffer.from('event: messageAppended\ndata: '), ...chunks, Buffer.from('\n\n')]);
    for (const stream of open) stream.write(frame);
    response.writeHead(200, { 'content-length': 0 }).end();
  });
});

answerQuestions({
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
});
