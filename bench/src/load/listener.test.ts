import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openListener } from './listener.ts';

const frame = (type: string, data: object) => `id: 1\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const ready = frame('feedReady', {});
const partial = (conversationId: string) => frame('messagePartial', { conversationId });

/** A listener on a stream that says what the test lets it say. */
async function listening() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const accepted = once(server, 'connection');
  const heard: string[] = [];
  const opening = openListener((server.address() as AddressInfo).port, '', 'messagePartial', {
    signal: (conversationId) => heard.push(conversationId),
    lookAgain: () => heard.push('everything'),
  });
  const [socket] = (await accepted) as [Socket];
  socket.on('error', () => undefined);
  await once(socket, 'data');
  socket.write(`HTTP/1.1 200 OK\r\n\r\n${ready}`);
  const listener = await opening;
  onTestFinished(() => listener.close());
  return { heard, say: (text: string) => socket.write(text) };
}

it('tells of signals of its type, in their order, and of no others', async () => {
  const { heard, say } = await listening();
  say(partial('cnv_1') + frame('messageAppended', { conversationId: 'cnv_2' }) + partial('cnv_3'));
  await expect.poll(() => heard).toEqual(['cnv_1', 'cnv_3']);
});

it('hears a signal once although it comes in two pieces', async () => {
  const { heard, say } = await listening();
  const text = partial('cnv_1');
  say(partial('cnv_0') + text.slice(0, 20));
  await expect.poll(() => heard).toEqual(['cnv_0']);
  say(text.slice(20) + partial('cnv_2'));
  await expect.poll(() => heard).toEqual(['cnv_0', 'cnv_1', 'cnv_2']);
});

it('takes a further feedReady for signals that were lost', async () => {
  const { heard, say } = await listening();
  say(ready);
  await expect.poll(() => heard).toEqual(['everything']);
});
