import type { z } from 'zod';
import { didYouMean } from '../did-you-mean.ts';
import type { BlockFault, BlockReason } from './block-fault.ts';

type Issue = z.core.$ZodIssue;
type Path = (string | number)[];

/**
 * Returns the one error to report for the schema issues of a block. An unknown field comes first, because it is often a
 * misspelling of the missing one. Otherwise the first field in the order of the schema decides.
 */
export function schemaFault(
  issues: readonly Issue[],
  block: unknown,
  knownFields: (path: Path) => readonly string[],
): BlockFault {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) throw new Error('A schema that refuses a block must say why.');
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') return unknownField(path, issue.keys[0] ?? '', knownFields(path));
  const value = valueAt(block, path);
  if (value === undefined) return missingField(path);
  return { path, ...verdict(issue, value) };
}

function unknownField(path: Path, key: string, known: readonly string[]): BlockFault {
  return {
    path: [...path, key],
    reason: 'unknown_field',
    message: `The field "${key.slice(0, 60)}" does not belong here.`,
    hint: `${didYouMean(key, known)}Remove it, or check its spelling; fields that the platform adds on reading are not sent.`,
  };
}

function missingField(path: Path): BlockFault {
  return {
    path,
    reason: 'missing_field',
    message: `The field "${path.at(-1)}" is missing.`,
    hint: 'Add it; it is required.',
  };
}

function valueAt(block: unknown, path: Path): unknown {
  let value: unknown = block;
  for (const key of path) value = (value as Record<string | number, unknown> | undefined)?.[key];
  return value;
}

type Verdict = { reason: BlockReason; message: string; hint: string };

function verdict(issue: Issue, value: unknown): Verdict {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, value);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return badFormat(issue);
    case 'invalid_value':
      return { reason: 'not_allowed', message: 'This value is not one of those allowed.', hint: oneOf(issue.values) };
    default:
      return { reason: 'wrong_type', message: 'This value is not of the right type.', hint: 'Check the type.' };
  }
}

function wrongType(expected: string, value: unknown): Verdict {
  const hint = `Send ${kinds[expected] ?? expected}.`;
  const isNumber = expected === 'number' || expected === 'int';
  if (isNumber && value === Infinity) return { reason: 'too_large', message: beyond, hint };
  if (isNumber && value === -Infinity) return { reason: 'too_small', message: beyond, hint };
  return { reason: 'wrong_type', message: 'This value is not of the right type.', hint };
}

const beyond = 'This number is beyond the range of a double.';

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a finite number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Verdict {
  if (origin === 'string')
    return { reason: 'too_short', message: 'This text is too short.', hint: `Send at least ${characters(minimum)}.` };
  if (origin === 'array')
    return { reason: 'too_few', message: 'This array has too few items.', hint: `Send at least ${items(minimum)}.` };
  const bound = inclusive === false ? `more than ${minimum}` : `${minimum} or more`;
  return { reason: 'too_small', message: 'This number is too small.', hint: `Send ${bound}.` };
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Verdict {
  if (origin === 'string')
    return { reason: 'too_long', message: 'This text is too long.', hint: `Send at most ${characters(maximum)}.` };
  if (origin === 'array')
    return { reason: 'too_many', message: 'This array has too many items.', hint: `Send at most ${items(maximum)}.` };
  const bound = inclusive === false ? `less than ${maximum}` : `${maximum} or less`;
  return { reason: 'too_large', message: 'This number is too large.', hint: `Send ${bound}.` };
}

function badFormat(issue: z.core.$ZodIssueInvalidStringFormat): Verdict {
  const message = 'This text is not of the right form.';
  if (issue.format === 'datetime')
    return { reason: 'bad_format', message, hint: 'Write it like 2026-01-31T09:00:00Z, with Z or an offset (+02:00).' };
  return { reason: 'bad_format', message, hint: `Send a text that matches ${issue.pattern?.slice(1, -1)}.` };
}

const oneOf = (values: readonly unknown[]) => `Send ${values.map((value) => `"${String(value)}"`).join(' or ')}.`;
const characters = (count: number | bigint) => (count === 1 ? '1 character' : `${count} characters`);
const items = (count: number | bigint) => (count === 1 ? '1 item' : `${count} items`);
