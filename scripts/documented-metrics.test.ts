import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../packages/server/src/testing/app.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const page = read('docs/observing.md');

describe('what operators are told to watch', () => {
  let server: TestServer;
  let families: string[];
  beforeAll(async () => {
    server = await startTestServer();
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
    families = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => String(name));
  });
  afterAll(() => server.stop());

  it('documents every metric of Parley’s own, and no other', () => {
    const documented = [...page.matchAll(/^\| `(parley_\w+)/gm)].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(families.filter((name) => name.startsWith('parley_')).toSorted());
  });

  it.each(['deploy/grafana/parley.json', 'deploy/prometheus/alerts.yml', 'docs/observing.md'])(
    '%s names only metrics that there are',
    (path) => {
      const named = [...read(path).matchAll(/\b(?:parley|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
      const unknown = named.filter(
        (name) => !families.includes(name) && !families.includes(name.replace(/_(bucket|count|sum)$/, '')),
      );
      expect(named.length).toBeGreaterThan(5);
      expect(unknown).toEqual([]);
    },
  );

  it('draws every metric of Parley’s own on the dashboard', () => {
    const dashboard = read('deploy/grafana/parley.json');
    expect(families.filter((name) => name.startsWith('parley_') && !dashboard.includes(name))).toEqual([]);
  });

  it('says of every alert what to do about it', () => {
    const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const answered = [...page.matchAll(/^\| `(Parley\w+)`/gm)].map(([, name]) => name);
    expect(answered.toSorted()).toEqual(alerts.toSorted());
  });
});
