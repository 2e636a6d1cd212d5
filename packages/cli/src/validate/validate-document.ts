import {
  closestName,
  envelopeSchemas,
  eventTypes,
  handleFault,
  manifest,
  nameFault,
  replyIn,
  type EventType,
} from '@parley/protocol';
import { envelopeExamples, manifestExample } from './document-examples.ts';
import { validateBlocks } from './validate-blocks.ts';
import { nearest } from './nearest.ts';
import { problemsOf, type DocumentKind, type Problem, type Verdict } from './problem.ts';

/**
 * Checks a document by the rules of the platform: an array of blocks, an object with `blocks` (a reply; `partial: true` makes it a
 * draft), one block, a manifest (with or without `$schema`, or within `{manifest}`), or a delivery envelope.
 *
 * @param as What it is meant to be; without it, what it looks like.
 * @example validateDocument([{ type: 'txt', text: 'hi' }]).problems[0]?.pointer // '/0/type'
 */
export function validateDocument(document: unknown, as?: DocumentKind): Verdict {
  const kind = as ?? kindOf(document);
  const problems = rules[kind](document);
  return { kind, valid: problems.length === 0, problems };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const has = (value: unknown, ...names: string[]): value is Fields =>
  isFields(value) && names.some((name) => Object.hasOwn(value, name));

function kindOf(document: unknown): DocumentKind {
  if (Array.isArray(document) || has(document, 'blocks')) return 'blocks';
  if (has(document, 'event', 'delivery_id')) return 'envelope';
  return has(document, 'type') && !has(document, 'handle', 'transport') ? 'blocks' : 'manifest';
}

const rules: Readonly<Record<DocumentKind, (document: unknown) => Problem[]>> = {
  blocks: (document) => validateBlocks(replyIn(document)),
  manifest(document) {
    if (has(document, 'manifest')) return validateManifest(document['manifest'], '/manifest');
    return validateManifest(document, '');
  },
  envelope(document) {
    const event = isFields(document) ? document['event'] : undefined;
    const known = eventTypes.find((type) => type === event);
    if (known === undefined) return [unknownEvent(event)];
    const schema = envelopeSchemas[known];
    const isValid = (candidate: object) => schema.safeParse(candidate).success;
    return problemsOf(schema, document, '', (faulty) =>
      nearest({ ...envelopeExamples[known] }, document, faulty, isValid),
    );
  },
};

function validateManifest(document: unknown, at: string): Problem[] {
  const { $schema: _, ...rest } = isFields(document) ? document : {};
  const value = isFields(document) ? rest : document;
  const isValid = (candidate: Fields) => manifest.safeParse(candidate).success && reservedIn(candidate).length === 0;
  const exampleFor = (faulty: readonly string[]) => nearest(manifestExample, value, faulty, isValid);
  const problems = problemsOf(manifest, value, at, exampleFor);
  const reserved = isFields(value) ? reservedIn(value) : [];
  const example = exampleFor(reserved.map(({ field }) => field));
  return [
    ...problems,
    ...reserved
      .map(({ field, fault }) => ({ pointer: `${at}/${field}`, reason: 'not_allowed', ...fault, example }))
      .filter(({ pointer }) => !problems.some((other) => other.pointer === pointer)),
  ];
}

/** The handle and name that the platform keeps for itself. The schema allows them, since an agent that has them may keep them. */
function reservedIn(value: Fields) {
  const rules = { handle: handleFault, name: nameFault };
  return Object.entries(rules).flatMap(([field, rule]) => {
    const text = value[field];
    const fault = typeof text === 'string' ? rule(text) : null;
    return fault === null ? [] : [{ field, fault }];
  });
}

function unknownEvent(event: unknown): Problem {
  const meant = typeof event === 'string' ? closestName(event, eventTypes) : null;
  const question = meant === null ? '' : `Did you mean "${meant}"? `;
  return {
    pointer: '/event',
    reason: event === undefined ? 'missing_field' : 'not_allowed',
    message: event === undefined ? 'The field "event" is missing.' : 'There is no such event.',
    hint: `${question}It is one of ${eventTypes.join(', ')}.`,
    example: envelopeExamples[(meant ?? 'message.created') as EventType],
  };
}
