import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blockRegistry } from './blocks/registry.ts';
import { bounded } from './bounded.ts';
import { decisionRequestArguments } from './requests/decisions.ts';
import { clockNowArguments, coinChargeArguments, identityReadArguments } from './requests/tools.ts';
import type { RouteRow } from './routes/route.ts';
import { routes } from './routes/routes.ts';

/** All untrusted input by name: the queries and bodies of routes, the blocks of agents and the arguments of the built-in tools. */
const sent: [string, z.ZodType][] = [
  ...Object.entries<RouteRow>(routes).flatMap(([name, { body, query }]): [string, z.ZodType][] => [
    ...(body ? [[`${name} body`, body] as [string, z.ZodType]] : []),
    ...(query ? [[`${name} query`, query] as [string, z.ZodType]] : []),
  ]),
  ...Object.entries(blockRegistry).map(([type, { inbound }]): [string, z.ZodType] => [`block ${type}`, inbound]),
  ...Object.entries({
    clockNowArguments,
    coinChargeArguments,
    decisionRequestArguments,
    identityReadArguments,
  }),
];

describe('§27 bounds first', () => {
  it.each(sent)('every string of %s that is looked at is counted before', (_name, schema) => {
    expect(hastyStrings(schema)).toEqual([]);
  });

  it('nothing that stands behind a bound sees a longer string', () => {
    const seen: string[] = [];
    const field = bounded(3)
      .min(1)
      .overwrite((text) => (seen.push(text), text))
      .refine((text) => seen.push(text))
      .regex(/^a*$/);
    expect(field.safeParse('aaaa').error?.issues.map(({ code }) => code)).toEqual(['too_big']);
    expect(
      z
        .object({ field })
        .refine(() => seen.push('object'))
        .safeParse({ field: 'aaaa' }).success,
    ).toBe(false);
    expect(seen).toEqual([]);
    // A character of two UTF-16 units counts once.
    expect(z.string().safeParse('😀😀😀').success && bounded(3).safeParse('😀😀😀').success).toBe(true);
    expect(bounded(3).safeParse('😀😀😀😀').success).toBe(false);
  });

  it.each([
    ['a format', z.url().max(2000)],
    ['a bound that comes late', z.string().regex(/^a+$/).max(5)],
    ['a bound that goes on', z.string().max(5).refine(Boolean)],
    ['a pattern without an end', z.string().regex(/^[a-z]+$/)],
    [
      'a pattern before something else',
      z
        .string()
        .regex(/^[a-z]{3}$/)
        .refine(Boolean),
    ],
    ['a change', z.string().overwrite((text) => text.normalize())],
    ['a transformation', z.string().transform((text) => text.length)],
    ['one in a list', z.object({ a: z.array(z.union([z.url(), z.number()])).optional() })],
  ])('%s is noticed', (_what, schema) => {
    expect(hastyStrings(schema)).toHaveLength(1);
  });
});

type Def = z.core.$ZodTypes['_zod']['def'];

/** The paths of strings in a schema that have a check beyond the length but no bound before it. */
function hastyStrings(schema: z.core.$ZodType, path = ''): string[] {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'string':
      return isCountedFirst(schema as z.core.$ZodString) ? [] : [path];
    case 'pipe':
      // A transformation counts like a check.
      return [
        ...hastyStrings(def.in, path),
        ...(def.in._zod.def.type === 'string' && !checksOf(def.in as z.core.$ZodString).some(isBound) ? [path] : []),
        ...(def.out._zod.def.type === 'transform' ? [] : hastyStrings(def.out, path)),
      ];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => hastyStrings(field, `${path}/${name}`));
    case 'array':
      return hastyStrings(def.element, `${path}/0`);
    case 'record':
      return hastyStrings(def.valueType, `${path}/*`);
    case 'union':
      return def.options.flatMap((option) => hastyStrings(option, path));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return hastyStrings(def.innerType, path);
    case 'literal':
    case 'enum':
    case 'number':
    case 'boolean':
    case 'unknown':
    case 'custom':
      return [];
    default:
      throw new Error(`This test knows no ${def.type}.`);
  }
}

type Check = z.core.$ZodCheckDef & { readonly abort?: boolean; readonly pattern?: RegExp; readonly format?: string };

/** A length check is cheap, and a single pattern that cannot match a long text fails early. */
function isCountedFirst(schema: z.core.$ZodString): boolean {
  const checks = checksOf(schema);
  const [first] = checks;
  if (checks.every(({ check }) => check === 'min_length' || check === 'max_length')) return true;
  if (first && isBound(first)) return true;
  return checks.length === 1 && first?.format === 'regex' && isShort(first.pattern);
}

function isBound({ check, abort }: Check): boolean {
  return check === 'max_length' && abort === true;
}

function checksOf(schema: z.core.$ZodString): Check[] {
  const def = schema._zod.def;
  const own = 'format' in def ? [def as unknown as Check] : [];
  return [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def as Check)];
}

function isShort(pattern: RegExp | undefined): boolean {
  const source = (pattern?.source ?? '+').replaceAll(/\[[^\]]*\]/g, 'x');
  return /^\^[^|]*\$$/.test(source) && !/[*+]|,\}/.test(source);
}
