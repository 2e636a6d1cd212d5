import { join } from 'node:path';
import { bundleServer, nativePackages } from './server-bundle/bundle.ts';

// Builds the server into packages/testing, so that whoever installs that package has the real server, and of Parley nothing else to
// install. Outside stays what the person's own code shares with the server.
const into = join(import.meta.dirname, '../packages/testing/dist/bundle');
await bundleServer({
  into,
  entry: 'embedded.ts',
  external: [...nativePackages, '@parley/protocol', '@parley/agent-sdk', 'zod'],
});
