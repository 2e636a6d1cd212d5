import { routes } from '@parley/protocol';
import type { GeneratedFile } from './generated-file.ts';

/** The addresses of all routes without their schemas, for callers that cannot afford to carry those. */
export const routeAddressFile: GeneratedFile = {
  path: 'packages/protocol/src/routes/addresses.ts',
  generate: async () => `${head}
${Object.entries(routes)
  .map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`)
  .join('\n')}
} as const satisfies Readonly<Record<RouteName, readonly [Method, string]>>;
`,
};

const head = `import type { Method } from './route.ts';
import type { RouteName } from './routes.ts';

// Generated from the rows of the routes: run \`npx tsx scripts/generated.ts --write\`.

/** Where each route is: what a caller needs of the contract at run time. */
export const addresses = {`;
