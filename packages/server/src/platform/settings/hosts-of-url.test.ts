import { expect, it } from 'vitest';
import { hostsOf } from './hosts-of-url.ts';

it.each([
  ['postgres://u:p@one:5432,two:5433/db', ['postgres://u:p@one:5432/db', 'postgres://u:p@two:5433/db'], 'read-write'],
  ['postgres://u,v:p,q@one,[::1]:1/db?sslmode=require&target_session_attrs=primary', null, 'primary'],
  ['postgresql://one,%2Fvar%2Frun:1/db?target_session_attrs=any', null, 'any'],
  ['postgres://one/db', ['postgres://one/db'], null],
  ['postgres://one/db?target_session_attrs=read-write', null, 'read-write'],
  ['/var/run/postgresql parley', ['/var/run/postgresql parley'], null],
])('takes %s apart', (url, urls, kind) => {
  const found = hostsOf(url);
  if (urls !== null) expect(found.urls).toEqual(urls);
  expect(found.kind).toBe(kind);
});

it('keeps commas in credentials and all parameters with each host', () => {
  expect(hostsOf('postgres://u,v:p,q@one,[::1]:1/db?sslmode=require').urls).toEqual([
    'postgres://u,v:p,q@one/db?sslmode=require',
    'postgres://u,v:p,q@[::1]:1/db?sslmode=require',
  ]);
});
