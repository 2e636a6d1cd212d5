import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expressWebhook, fastifyWebhook, honoWebhook } from '@parley/agent-sdk';
import type { Agent } from '@parley/agent-sdk';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';

const port = Number(process.env['PORT'] ?? 8080);

/** Each way for deliveries to reach an agent, and how it ends. */
const receivers: Readonly<Record<string, (agent: Agent) => Promise<() => unknown>>> = {
  async relay(agent) {
    await agent.startRelay();
    return () => undefined;
  },
  async express(agent) {
    const app = express();
    app.use(express.json());
    app.post('/', expressWebhook(agent));
    return listening(createServer(app).listen(port));
  },
  async fastify(agent) {
    const app = fastify();
    await app.register(fastifyWebhook(agent));
    await app.listen({ port });
    return () => app.close();
  },
  async hono(agent) {
    return listening(serve({ fetch: new Hono().post('/', honoWebhook(agent)).fetch, port }) as Server);
  },
  async fetch(agent) {
    const handle = agent.webhookHandler();
    return listening(serve({ fetch: (request) => handle(request), port }) as Server);
  },
};

/** Lets deliveries reach an agent until the process is asked to end. */
export async function receive(agent: Agent, how = 'relay'): Promise<void> {
  const begin = receivers[how];
  if (!begin) throw new TypeError(`RECEIVER is ${how}; it can be ${Object.keys(receivers).join(', ')}.`);
  const end = await begin(agent);
  console.log('Listening. Press Ctrl+C to stop.');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await end();
  await agent.stop();
}

async function listening(server: Server): Promise<() => void> {
  if (!server.listening) await once(server, 'listening');
  const { port: chosen } = server.address() as AddressInfo;
  console.log(`Port ${chosen}.`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
