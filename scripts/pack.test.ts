import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  symlinkSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { packAll, publicPackages } from './pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-pack-'));
/** As npm lays them out where they are installed. */
const installed = join(folder, 'app/node_modules');
const names = publicPackages().map(({ name }) => name);

beforeAll(() => {
  for (const tarball of packAll(join(folder, 'packages'))) {
    const unpacked = mkdtempSync(join(folder, 'unpacked-'));
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
    const { name } = JSON.parse(readFileSync(join(unpacked, 'package/package.json'), 'utf8')) as { name: string };
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    execFileSync('mv', [join(unpacked, 'package'), join(installed, name)]);
  }
}, 600_000);

const tool = (path: string) => join(import.meta.dirname, '../node_modules', path);

const filesOf = (name: string) =>
  readdirSync(join(installed, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(installed, name).length + 1));

test('those that a registry would serve are the protocol and what agents are written with', () => {
  expect(names).toEqual(expect.arrayContaining(['@parley/agent-sdk', '@parley/protocol']));
  expect(names).toEqual(
    expect.arrayContaining(['@parley/a2a', '@parley/cli', '@parley/model', '@parley/testing', 'create-parley-agent']),
  );
  for (const name of names) expect(name).not.toMatch(/server|web|showcase|examples|bench/);
});

describe.each(names)('%s', (name) => {
  test('holds its build, its sources, LICENSE and README, and nothing else', () => {
    const files = filesOf(name);
    for (const file of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts']) {
      expect(files).toContain(file);
    }
    const odd = files.filter(
      (file) =>
        !/^(LICENSE|README\.md|package\.json|src\/.*\.ts|dist\/.*\.(js|ts)(\.map)?)$/.test(file) &&
        !(name === '@parley/testing' && file.startsWith('dist/bundle/')) &&
        !(name === 'create-parley-agent' && /^templates\/[\w-]+\//.test(file)),
    );
    expect(odd).toEqual([]);
    // A page of the guide is called testing; it is no part of any test.
    const built = files.filter((file) => !/^(dist\/bundle\/server\/dist\/guide|templates)\//.test(file));
    expect(built.filter((file) => /\.test\.|(^|\/)(testing|fixtures)\//.test(file))).toEqual([]);
  });

  test('has source maps that reach the sources it ships', () => {
    const maps = filesOf(name).filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(2);
    for (const map of maps) {
      const path = join(installed, name, map);
      const { sources } = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] };
      for (const source of sources) expect(existsSync(join(dirname(path), source)), `${map} → ${source}`).toBe(true);
    }
  });

  test('says whence it comes and what it exports, and publint has nothing to say', () => {
    const pkgDir = join(installed, name);
    const pkg = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(pkg).toMatchObject({
      license: 'MIT',
      repository: { type: 'git' },
      exports: { '.': { types: './dist/index.d.ts' } },
    });
    const said = execFileSync(process.execPath, [tool('publint/src/cli.js'), pkgDir, '--strict', '--pack', 'false'], {
      encoding: 'utf8',
    });
    expect(said).toContain('All good!');
  });

  test('has types that every way of resolving modules finds', () => {
    const tarball = readdirSync(join(folder, 'packages')).find((file) =>
      file.startsWith(name.replace('@', '').replace('/', '-')),
    );
    const path = join(folder, 'packages', tarball ?? '');
    const said = execFileSync(
      process.execPath,
      [tool('@arethetypeswrong/cli/dist/index.js'), path, '--profile', 'esm-only', '--format', 'json'],
      {
        encoding: 'utf8',
      },
    );
    const { analysis } = JSON.parse(said) as { analysis: { problems: { kind: string; resolutionKind?: string }[] } };
    // Packages are ESM only: Node's require takes them since 20.19, and the resolution of TypeScript before 4.7 is not served.
    const problems = analysis.problems.filter(
      ({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10',
    );
    expect(problems).toEqual([]);
  });
});

describe('the server in @parley/testing', () => {
  const bundle = join(installed, '@parley/testing/dist/bundle');
  const text = (file: string) => readFileSync(join(bundle, file), 'utf8');

  test('is one program, with the app, its own pages, a database to begin with, and the licences of what is in it', () => {
    const files = filesOf('@parley/testing').filter((file) => file.startsWith('dist/bundle/'));
    const others = files
      .map((file) => file.slice('dist/bundle/'.length))
      .filter((file) => !/^(web\/dist|server\/dist\/(guide|packages))\//.test(file));
    expect(others.sort()).toEqual([
      'THIRD-PARTY.txt',
      'server/dist/database.tar.br',
      'server/dist/embedded.js',
      'server/dist/worker.js',
      'server/package.json',
      'server/pages/contract.css',
      'server/pages/contract.js',
      'server/pages/mark.svg',
    ]);
    expect(files).toContain('dist/bundle/web/dist/index.html');
    expect(files).toContain('dist/bundle/server/dist/guide/index.html');
    for (const name of ['fastify', 'kysely', 'pg', 'undici']) expect(text('THIRD-PARTY.txt')).toMatch(`\n${name} `);
    expect(text('THIRD-PARTY.txt')).toContain('Permission is hereby granted');
  });

  test('asks for nothing but what the package depends on, and holds no path of whoever built it', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(installed, '@parley/testing/package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    for (const file of ['embedded.js', 'worker.js']) {
      const code = text(`server/dist/${file}`);
      const imported = [...code.matchAll(/^import .*from "([^".][^"]*)";$/gm)].map(([, from = '']) => from);
      const packages = imported.filter((from) => !builtinModules.includes(from.replace(/^node:/, '')));
      for (const from of packages) expect(Object.keys(dependencies ?? {})).toContain(packageOf(from));
      expect(code).not.toContain(join(import.meta.dirname, '..'));
      expect(code).not.toMatch(/\/\/ packages\/server\/src\/(testing|.*\.test\.)/);
    }
  });

  test('takes at most 20 MB, with the app, the guide and what it serves for agents', () => {
    const sizes = filesOf('@parley/testing').map((file) => statSync(join(installed, '@parley/testing', file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20e6);
  });
});

const packageOf = (from: string) =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');

test('the command line runs as it is packed', () => {
  for (const name of ['@bomb.sh', 'commander', 'eventsource-parser', 'zod']) {
    symlinkSync(join(import.meta.dirname, '../node_modules', name), join(installed, name));
  }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(installed, '@parley/cli/dist/main.js'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
      input: '[{"type":"txt","text":"hi"}]',
    });
  expect(run('--version').stdout).toBe(
    `${JSON.parse(readFileSync(join(installed, '@parley/cli/package.json'), 'utf8')).version}\n`,
  );
  const checked = run('validate', '-', '--json');
  expect(JSON.parse(checked.stdout)).toMatchObject({ valid: false, problems: [{ pointer: '/0/type' }] });
  expect(checked.status).toBe(1);
  expect(run('complete', 'bash').stdout).toContain('parley');
});

test('an echo agent takes at most 120 KB once it is bundled', async () => {
  const entry = join(folder, 'app/echo.ts');
  writeFileSync(
    entry,
    `import { Agent } from '@parley/agent-sdk';
     const agent = Agent.fromEnv(process.env);
     agent.on('message.created', (ctx) => ctx.reply(ctx.text));
     await agent.startRelay();`,
  );
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    write: false,
    nodePaths: [join(import.meta.dirname, '../node_modules')],
  });
  const text = outputFiles[0]?.text ?? '';
  expect(text.length).toBeGreaterThan(10_000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120_000);
});
