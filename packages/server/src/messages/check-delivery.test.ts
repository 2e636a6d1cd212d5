import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryId } from '@parley/protocol';
import { insertStopped } from '../deliveries/stopped-queries.ts';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { signUp } from '../testing/contract/person.ts';
import { deliver, openRoom } from '../testing/contract/room.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('§12 a delivery that was stopped says so, and takes no reply', async () => {
  const ada = await signUp(server);
  const agent = await registerAgent(server, ada);
  const room = await openRoom(ada, agent);
  const deliveryId = (await deliver(ada, room, 'hello')) as DeliveryId;
  await server.app.storage.transaction((tx) => insertStopped(tx, [deliveryId], new Date()));
  const { body } = await agent.send(`/hooks/v1/deliveries/${deliveryId}`);
  expect(body).toMatchObject({ stopped: true, replies_left: 0 });
});
