import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './guide/build-site.ts';

/**
 * Builds the guide. Without options it is what the server serves at /docs/guide; `npm run guide -- --out site --base /parley` is for a
 * static host that has it at /parley, and `--base /` for one that has nothing else.
 */
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string' }, base: { type: 'string' } } });
const isServed = values.base === undefined;
const base = (values.base ?? '/docs/guide').replace(/\/+$/, '');
const out =
  values.out === undefined ? join(root, isServed ? 'packages/server/dist/guide' : 'dist/guide') : resolve(values.out);

await buildSite({ root, out, base, isServed, compressed: isServed });
