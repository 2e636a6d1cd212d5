import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { appPaths } from '../packages/server/src/http/pages/web-app.ts';
import { startTestServer } from '../packages/server/src/testing/app.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/interface.md'), 'utf8');

it('documents every route that the server has, and no other', async () => {
  const routes = await routesOfServer();
  expect(routes.length).toBeGreaterThan(40);
  expect(namesOf(documentedRoutes())).toEqual(namesOf(routes));
});

interface ListedRoute {
  readonly method: string;
  /** A parameter is written `:name` or `{name}`. */
  readonly path: string;
}

function namesOf(routes: readonly ListedRoute[]): string[] {
  const names = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`);
  return [...new Set(names)].toSorted();
}

/** The page names a route as a method followed by its path, in one table cell or in two neighbours; a query string is not part of it. */
function documentedRoutes(): ListedRoute[] {
  const named = /\b(GET|POST|PUT|PATCH|DELETE)\b[ `|]+(\/[^\s`|,;)?]*[^\s`|,;)?.])/g;
  return [...page.matchAll(named)].map(([, method = '', path = '']) => ({ method, path }));
}

/** What a whole server registers, demo and all, but HEAD, the pages and files of the web app and those behind /docs. */
async function routesOfServer(): Promise<ListedRoute[]> {
  const routes: ListedRoute[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) if (name !== 'HEAD') routes.push({ method: name, path: url });
    });
  };
  subscribe('fastify.initialization', listen);
  const server = await startTestServer({ PARLEY_DEMO: '1' });
  unsubscribe('fastify.initialization', listen);
  await server.stop();
  return routes.filter(({ path }) => !isFile(path) && !appPaths.includes(path));
}

function isFile(path: string): boolean {
  return (path.startsWith('/docs/') && path !== '/docs/guide') || existsSync(join(root, 'packages/web/dist', path));
}
