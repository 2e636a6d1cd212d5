import type { Random } from '../engine/random.ts';

type Container = Record<string, unknown>;

/** Changes one member of a JSON document, somewhere; what is not JSON comes back as it was. */
export function changeJson(input: Uint8Array, random: Random): Uint8Array {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(input).toString());
  } catch {
    return input;
  }
  const containers: Container[] = [];
  collect(document, containers);
  if (containers.length === 0) return input;
  changeMember(random.pick(containers), containers, random);
  return Buffer.from(JSON.stringify(document));
}

function collect(value: unknown, into: Container[]): void {
  if (typeof value !== 'object' || value === null) return;
  into.push(value as Container);
  for (const child of Object.values(value)) collect(child, into);
}

function changeMember(container: Container, all: readonly Container[], random: Random): void {
  const key = random.pick(['0', ...Object.keys(container)]);
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else delete container[key];
      break;
    case 1:
      container[Array.isArray(container) ? String(container.length) : random.pick(strangeKeys)] =
        random.pick(strangeValues);
      break;
    case 2:
      container[key] = random.pick(strangeValues);
      break;
    case 3:
      container[key] = structuredClone(random.pick(Object.values(random.pick(all)).concat(null)));
      break;
    case 4:
      container[key] = otherwise(container[key], random);
      break;
    default:
      if (Array.isArray(container)) container.push(structuredClone(container[Number(key)] ?? null));
      else container[random.pick(strangeKeys)] = structuredClone(container[key] ?? null);
  }
}

/** The same kind of value, somewhat larger or smaller. */
function otherwise(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value + random.pick([1, -1, 0.5, 1e6, -1e6, 2 ** 53]);
  if (typeof value === 'string')
    return random.pick([
      `${value}${value}`,
      value.slice(1),
      `${value}😀`,
      `<${value}>`,
      value.repeat(20).slice(0, 1500),
    ]);
  return typeof value === 'boolean' ? !value : value;
}

const strangeKeys = [
  'type',
  'x',
  'y',
  '',
  '__proto__',
  'constructor',
  'a/b~c',
  'label',
  'payload',
  'options',
  'required',
  'approval_id',
];
const strangeValues = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'x',
  'text',
  'chart',
  'form',
  'select',
  [],
  {},
  [[]],
  { type: 'text', text: 'a' },
  { label: 'a', payload: 'b' },
  '2026-01-31',
  '2026-01-31T09:00Z',
  '2026-01-31T24:00:00Z',
  '2026-12-31T23:59:60Z',
];
