import { bothWays } from './both-ways.ts';
import type { Finding } from './rule.ts';

/** A route as the server lists it; a parameter is written `:name` or `{name}`. */
export interface ListedRoute {
  readonly method: string;
  readonly path: string;
}

const page = 'docs/interface.md';

/**
 * Compares the server's route list with the text of docs/interface.md, both ways. The page names a route as a method
 * followed by its path, in one table cell or in two neighbours; a query string is not part of the name.
 */
export function routesDocumented(routes: readonly ListedRoute[], text: string): Finding[] {
  return bothWays(
    routes.map((route) => routeName(route.method, route.path)),
    documentedRoutes(text),
    page,
  );
}

function documentedRoutes(text: string): string[] {
  const named = /\b(GET|POST|PUT|PATCH|DELETE)\b[ `|]+(\/[^\s`|,;)]*)/g;
  return [...text.matchAll(named)].map((match) => routeName(match[1] ?? '', match[2] ?? ''));
}

function routeName(method: string, path: string): string {
  const plain = path.replace(/\?.*$/, '').replace(/\.$/, '');
  return `${method.toUpperCase()} ${plain.replace(/:\w+|\{\w+\}/g, '{}')}`;
}
