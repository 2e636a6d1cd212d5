import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptBlocks, blockDefinition, blockTypes, envelopeSchema, manifest, replyBody } from '@parley/protocol';
import { withoutParts } from './expand.ts';
import { guidePages } from './page-list.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'examples/guide/blocks');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const jsonOf = (type: string) => JSON.parse(readFileSync(join(folder, `${type}.json`), 'utf8')) as object;
const isSent = (type: (typeof blockTypes)[number]) => !['platform', 'nobody'].includes(blockDefinition(type).sender);
const sendable = blockTypes.filter(isSent);

describe('the samples of blocks', () => {
  it('are there for every type, and for no other', () => {
    const named = readdirSync(folder).map((file) => file.split('.')[0]);
    expect([...new Set(named)].toSorted()).toEqual(blockTypes.toSorted());
  });

  it.each(sendable)('%s: the JSON would be taken', (type) => {
    const mode = blockDefinition(type).sender === 'partial' ? 'partial' : 'final';
    expect(acceptBlocks([jsonOf(type)], mode)).toMatchObject({ ok: true });
  });

  it.each(blockTypes.filter((type) => !isSent(type)))('%s: the JSON is what a client reads', (type) => {
    expect(blockDefinition(type).read.safeParse(jsonOf(type)).error).toBeUndefined();
  });

  it.each(sendable)('%s: the builder of the SDK makes the same', async (type) => {
    const sample = (await import(join(folder, `${type}.ts`))) as { block: object };
    expect(JSON.parse(JSON.stringify(sample.block))).toEqual(jsonOf(type));
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (!hasPython) console.warn('SKIPPED: there is no python3 here, so the Python samples of blocks are not run.');
  it.skipIf(!hasPython)('the Python samples make the same', () => {
    // The builders need nothing but Python; the rest of the package brings an HTTP client, which may not be here.
    const program = `import json, runpy, sys, types
package = types.ModuleType("parley_agent")
package.__path__ = [sys.argv[1]]
sys.modules["parley_agent"] = package
from parley_agent import blocks
package.__dict__.update({name: getattr(blocks, name) for name in dir(blocks) if not name.startswith("__")})
print(json.dumps({name: runpy.run_path(name)["block"] for name in sys.argv[2:]}))`;
    const source = join(root, 'python/parley-agent/src/parley_agent');
    const paths = sendable.map((type) => join(folder, `${type}.py`));
    const made = JSON.parse(execFileSync('python3', ['-c', program, source, ...paths], { encoding: 'utf8' })) as Record<
      string,
      object
    >;
    for (const [path, block] of Object.entries(made)) expect(block).toEqual(jsonOf(basename(path, '.py')));
    expect(Object.keys(made)).toHaveLength(sendable.length);
  });
});

describe('what stands in the pages themselves', () => {
  const pages = guidePages.filter(({ source }) => existsSync(join(root, source)) && source.startsWith('docs/guide/'));
  const fences = pages.flatMap(({ source }) =>
    [...withoutParts(read(source)).matchAll(/^```json (\S+)\n([\s\S]*?)^```/gm)].map(([, name = '', text = '']) => ({
      source,
      name,
      text,
    })),
  );
  const schemas = { 'parley.json': manifest, 'envelope.json': envelopeSchema, 'reply.json': replyBody };

  it.each(fences)('$name of $source is what the platform takes', ({ name, text }) => {
    const schema = schemas[name as keyof typeof schemas];
    expect(schema, `${name} is checked by no schema`).toBeDefined();
    expect(schema.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it('has a manifest, an envelope and a reply among them', () => {
    expect([...new Set(fences.map(({ name }) => name))].toSorted()).toEqual(Object.keys(schemas).toSorted());
  });
});
