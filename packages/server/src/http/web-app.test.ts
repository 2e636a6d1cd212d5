import { existsSync, readdirSync, writeFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { webApp } from './web-app.ts';

const assets = fileURLToPath(new URL('../../../web/dist/assets/', import.meta.url));

it.skipIf(!existsSync(assets))('serves the app’s files, and nothing of what they were made from', async () => {
  const map = 'left-over.js.map';
  writeFileSync(`${assets}${map}`, '{}');
  const server = fastify();
  try {
    await webApp(server);
    const [script] = readdirSync(assets).filter((name) => name.endsWith('.js'));
    expect((await server.inject(`/assets/${script}`)).statusCode).toBe(200);
    expect((await server.inject(`/assets/${map}`)).statusCode).toBe(404);
    expect((await server.inject(`/assets/${script}.map`)).statusCode).toBe(404);
  } finally {
    rmSync(`${assets}${map}`);
    await server.close();
  }
});
