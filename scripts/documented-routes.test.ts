import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { appPaths } from '../packages/server/src/http/web-app.ts';
import { startTestServer } from '../packages/server/src/testing/app.ts';
import { routesDocumented, type ListedRoute } from './tidy/routes-documented.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/interface.md'), 'utf8');

it('documents every route that the server has, and no other', async () => {
  const routes = await routesOfServer();
  expect(routes.length).toBeGreaterThan(40);
  const complaints = routesDocumented(routes, page).map(({ subject, message }) => `${subject} ${message}`);
  expect(complaints).toEqual([]);
});

/** What a whole server registers, demo and all, but the pages and files of the web app and those behind /docs. */
async function routesOfServer(): Promise<ListedRoute[]> {
  const routes: ListedRoute[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) routes.push({ method: name, path: url });
    });
  };
  subscribe('fastify.initialization', listen);
  const server = await startTestServer({ PARLEY_DEMO: '1' });
  unsubscribe('fastify.initialization', listen);
  await server.stop();
  return routes.filter(({ path }) => !isFile(path) && !appPaths.includes(path));
}

function isFile(path: string): boolean {
  return path.startsWith('/docs/') || existsSync(join(root, 'packages/web/dist', path));
}
