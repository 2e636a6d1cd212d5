import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../packages/server/src/testing/app.ts';

/** The program beside this file, and the types that a generator makes of what the server publishes. */
const program = join(import.meta.dirname, 'client.ts');
let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ PARLEY_DEMO: '1' });
  folder = await mkdtemp(join(tmpdir(), 'parley-client-'));
  await cp(program, join(folder, 'client.ts'));
  const document = (await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as OpenAPI3;
  await writeFile(join(folder, 'parley.ts'), astToString(await openapiTs(document)));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

interface Client {
  ask(baseUrl: string, handle: string, question: string): Promise<string>;
}

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // The libraries are TypeScript's own matter; ours is a file of its own, which is checked.
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
} satisfies ts.CompilerOptions;

const refused = `import type { components } from './parley.ts';
  type Schemas = components['schemas'];
  // @ts-expect-error a block has a type
  export const none: Schemas['SendableBlock'] = { text: 'Hello' };
  // @ts-expect-error a seq is a number
  export const sent: Pick<Schemas['SentMessage'], 'seq'> = { seq: '1' };
  // @ts-expect-error this is the code of no refusal
  export const code: Schemas['RefusalCode'] = 'nonsense';
  export const text: Schemas['TextBlock'] = { type: 'text', text: 'Hello' };`;

it('§6 the program signs up, opens a room, asks and reads the answer', async () => {
  const source = await readFile(program, 'utf8');
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } };
  await writeFile(join(folder, 'client.mjs'), ts.transpileModule(source, options).outputText);
  const { ask } = (await import(pathToFileURL(join(folder, 'client.mjs')).href)) as Client;
  expect(await ask(server.baseUrl, 'contract-reader', 'help')).toMatch(/\w/);
});

it('§6 types made of /openapi.json compile, with that program, and refuse what the contract refuses', async () => {
  await writeFile(join(folder, 'refused.ts'), refused);
  const compiled = ts.createProgram([join(folder, 'client.ts'), join(folder, 'refused.ts')], strict);
  const faults = ts.getPreEmitDiagnostics(compiled).map(({ messageText, file }) => [file?.fileName, messageText]);
  expect(faults).toEqual([]);
});
