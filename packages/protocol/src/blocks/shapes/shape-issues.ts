import type { z } from 'zod';
import { longerThan } from '../characters.ts';
import type { ObjectShape, Shape } from './shape.ts';

type Issue = z.core.$ZodIssue;
type Path = (string | number)[];

/** Returns the issues of a value, in the order in which the zod schema of the shape would report them. */
export function shapeIssues(shape: Shape, value: unknown, path: Path = []): Issue[] {
  const issues = [...found(shape, value, path)];
  return issues.map((issue) => ({ message: '', input: value, path, ...issue }) as Issue);
}

type Found = { readonly code: Issue['code']; readonly [member: string]: unknown };

function found(shape: Shape, value: unknown, path: Path): Iterable<Found> {
  switch (shape.is) {
    case 'any':
      return [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [wrongType('boolean')];
    case 'record':
      return isObject(value) ? [] : [wrongType('record')];
    case 'one':
      return shape.of.includes(value as string) ? [] : [{ code: 'invalid_value', values: shape.of }];
    case 'string':
      return typeof value === 'string' ? inString(shape, value) : [wrongType('string')];
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? inNumber(shape, value) : [wrongType('number')];
    case 'array':
      return Array.isArray(value) ? inArray(shape, value, path) : [wrongType('array')];
    case 'object':
      return isObject(value) ? inObject(shape, value, path) : [wrongType('object')];
  }
}

const wrongType = (expected: string): Found => ({ code: 'invalid_type', expected });
const tooSmall = (origin: string, minimum: number, inclusive = true): Found => ({
  code: 'too_small',
  origin,
  minimum,
  inclusive,
});
const tooBig = (origin: string, maximum: number): Found => ({ code: 'too_big', origin, maximum, inclusive: true });

function* inString({ min, max, pattern, format }: Extract<Shape, { is: 'string' }>, value: string): Generator<Found> {
  // The content of a text that is too long is not checked.
  if (max !== undefined && longerThan(value, max)) {
    yield tooBig('string', max);
    return;
  }
  if (format && pattern && !new RegExp(pattern).test(value)) yield { code: 'invalid_format', format };
  if (min !== undefined && min > 0 && !longerThan(value, min - 1)) yield tooSmall('string', min);
  if (!format && pattern && !new RegExp(pattern).test(value)) {
    yield { code: 'invalid_format', format: 'regex', pattern: `/${pattern}/` };
  }
}

function* inNumber({ whole, min, above, max }: Extract<Shape, { is: 'number' }>, value: number): Generator<Found> {
  if (whole && !Number.isInteger(value)) {
    yield wrongType('int');
    return;
  }
  if (whole && value > Number.MAX_SAFE_INTEGER) yield tooBig('int', Number.MAX_SAFE_INTEGER);
  if (whole && value < Number.MIN_SAFE_INTEGER) yield tooSmall('int', Number.MIN_SAFE_INTEGER);
  if (min !== undefined && value < min) yield tooSmall('number', min);
  if (above !== undefined && value <= above) yield tooSmall('number', above, false);
  if (max !== undefined && value > max) yield tooBig('number', max);
}

function* inArray(
  { item, min, max }: Extract<Shape, { is: 'array' }>,
  value: readonly unknown[],
  path: Path,
): Generator<Found> {
  // The length comes first: the items of an array that is too long are not checked.
  if (max !== undefined && value.length > max) {
    yield tooBig('array', max);
    return;
  }
  if (min !== undefined && value.length < min) yield tooSmall('array', min);
  for (const [index, one] of value.entries()) yield* within(item, one, [...path, index]);
}

function* inObject({ fields, optional }: ObjectShape, value: object, path: Path): Generator<Found> {
  const members = value as Readonly<Record<string, unknown>>;
  for (const [name, shape] of Object.entries(fields)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined && optional?.includes(name)) continue;
    yield* within(shape, member, [...path, name]);
  }
  const keys = Object.keys(members).filter((key) => !Object.hasOwn(fields, key));
  if (keys.length > 0) yield { code: 'unrecognized_keys', keys };
}

function within(shape: Shape, value: unknown, path: Path): Found[] {
  return shapeIssues(shape, value, path) as unknown as Found[];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
