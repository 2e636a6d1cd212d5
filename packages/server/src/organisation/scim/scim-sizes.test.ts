import { beforeAll, describe, it } from 'vitest';
import type { Ask } from '../../testing/contract/cpu-cost.ts';
import { asHeader, asQuery, expectCheap, hostileTexts } from '../../testing/contract/hostile-texts.ts';
import type { Json } from '../../testing/contract/http.ts';
import { useServer } from '../../testing/contract/server.ts';
import { directoryOf, entraPatch, entraUser, scimToken, type Directory } from './fixtures/directory.ts';

const server = useServer({ PARLEY_SCIM_TOKEN: scimToken });
let scim: Directory;
let id: string;
let serial = 0;

const user = (): Json => {
  serial += 1;
  return { ...entraUser(`n${serial}`, `p${serial}@navy.example`, 'Pia', 'Sand'), locale: 'de-CH', nickName: 'P' };
};

beforeAll(async () => {
  scim = directoryOf(server);
  id = (await scim.send('POST', '/Users', user())).body.id;
});

/** Every place of a text in a body, and that body with another text there. */
function textsIn(body: Json): [string, (text: string) => Json][] {
  if (typeof body === 'string') return [['', (text) => text]];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body as object).flatMap(([name, member]) =>
    textsIn(member).map(([place, holding]): [string, (text: string) => Json] => [
      `/${name}${place}`,
      (text) => (Array.isArray(body) ? body.with(Number(name), holding(text)) : { ...body, [name]: holding(text) }),
    ]),
  );
}

const places = textsIn({ ...user(), active: 'true', id: 'x' });
/** A body that is refused for nothing but the text. */
const bodyWith = (place: string, holding: (text: string) => Json, text: string): Json => {
  const own = Object.entries(user() as object).filter(
    ([name]) => ['userName', 'externalId', 'emails'].includes(name) && !place.startsWith(`/${name}`),
  );
  return { ...holding(text), ...(place !== '/id' && { id: undefined }), ...Object.fromEntries(own) };
};
const bodies: [string, Ask][] = [
  ...places.flatMap(([place, holding]): [string, Ask][] => [
    [`POST ${place}`, (text) => scim.send('POST', '/Users', bodyWith(place, holding, text))],
    [`PUT ${place}`, (text) => scim.send('PUT', `/Users/${id}`, bodyWith(place, holding, text))],
  ]),
  ['POST a name', (text) => scim.send('POST', '/Users', { ...user(), [text]: 'x' })],
];

const patch = (operation: Json) => scim.send('PATCH', `/Users/${id}`, entraPatch(operation));
const changed = ['userName', 'displayName', 'name.givenName', 'emails[type eq "work"].value', 'locale', 'externalId'];
const operations: [string, Ask][] = [
  ...changed.map((path): [string, Ask] => [`PATCH ${path}`, (value) => patch({ op: 'Replace', path, value })]),
  ['PATCH op', (op) => patch({ op, path: 'locale', value: 'de' })],
  ['PATCH path', (path) => patch({ op: 'Add', path, value: 'x' })],
  ['PATCH a path that begins well', (text) => patch({ op: 'Add', path: `emails[type eq "${text}`, value: 'x' })],
  ['PATCH a name', (text) => patch({ op: 'Add', value: { [text]: 'x' } })],
];

const heads: [string, Ask][] = [
  ...['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'].map((name): [string, Ask] => [
    `?${name}`,
    (text) => scim.get(`/Users?${name}=${asQuery(text)}`),
  ]),
  ['?filter of a name', (text) => scim.get(`/Users?filter=${encodeURIComponent('userName eq "')}${asQuery(text)}%22`)],
  ['a path', (text) => scim.get(`/Users/${asQuery(text)}`)],
  ['a token', (text) => scim.send('GET', '/Users', undefined, { authorization: asHeader(text) })],
];

/** As much of a text as a body of SCIM takes, of 64 KB. */
const fitting = (text: string) =>
  text.slice(0, Math.floor((text.length * 60_000) / Buffer.byteLength(JSON.stringify(text))));
const texts = Object.entries(hostileTexts).map(([kind, text]) => [kind, fitting(text)] as const);

describe.each(texts)('§27 bounds first in SCIM, for %s', { timeout: 120_000 }, (_kind, text) => {
  it('no string of a person costs more than a plain one', () => expectCheap(bodies, text));
  it('no string of an operation costs more than a plain one', () => expectCheap(operations, text));
  it('no part of a path, a query or a header costs more than a plain one', () => expectCheap(heads, text));
});
