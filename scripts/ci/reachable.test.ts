import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { natsAnswers, postgresAnswers } from './reachable.ts';

const root = process.cwd();

it('recognises a NATS server by its greeting and nothing else', async () => {
  const nats = await serverSaying('INFO {"server_id":"x"}\r\n');
  const other = await serverSaying('220 mail.example ready\r\n');
  expect(await natsAnswers(`nats://127.0.0.1:${nats.port}`)).toBe(true);
  expect(await natsAnswers(`nats://127.0.0.1:${other.port}`)).toBe(false);
  nats.server.close();
  other.server.close();
});

it('says no where nothing listens', async () => {
  const { server, port } = await serverSaying('');
  await new Promise((resolve) => server.close(resolve));
  expect(await natsAnswers(`nats://127.0.0.1:${port}`)).toBe(false);
  expect(await postgresAnswers(root, `postgres://root@127.0.0.1:${port}/postgres`)).toBe(false);
});

async function serverSaying(greeting: string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
