import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { moment, scopeName, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { isJsonPointer } from '../standing-grants/read-pointer.ts';

/**
 * The states of a standing grant. `expired`: its time is over. `spent`: its uses or a total are used up. `revoked`: its person took it
 * back. `invalid`: something that it depends on changed.
 */
export const standingGrantStates = ['active', 'expired', 'spent', 'revoked', 'invalid'] as const;
export type StandingGrantState = (typeof standingGrantStates)[number];

/** Why a standing grant is `invalid`. */
export const standingInvalidReasons = [
  'scope_withdrawn',
  'agent_blocked',
  'agent_deleted',
  'agent_suspended',
  'owner_changed',
  'left_room',
  'tool_changed',
] as const;
export type StandingInvalidReason = (typeof standingInvalidReasons)[number];

/** A JSON Pointer (RFC 6901) into the arguments of a tool. */
const pointer = bounded(limits.jsonPointerCharacters).refine(isJsonPointer, {
  message: 'This is not a JSON Pointer, such as /amount.',
});
const bound = z.number().min(0);

/**
 * The bounds that a person sets for a standing grant. `equal`: paths whose values must stay those of the approved call; `""` is the whole.
 * `max`: paths of numbers that are bounded for each call, in sum, or both.
 */
export const standingTerms = z
  .strictObject({
    until: moment,
    uses: z.int().min(1).max(limits.standingUses).optional(),
    equal: z.array(pointer).max(limits.standingEqualPaths).optional(),
    max: z
      .array(
        z
          .strictObject({ path: pointer, perCall: bound.optional(), total: bound.optional() })
          .refine(({ perCall, total }) => perCall !== undefined || total !== undefined, {
            message: 'A bound needs perCall, total or both.',
          }),
      )
      .max(limits.standingMaxPaths)
      .optional(),
    anyConversation: z.boolean().optional(),
  })
  .superRefine(({ equal = [], max = [] }, context) => {
    const paths = max.map(({ path }) => path);
    for (const index of repeated(equal)) context.addIssue(twice(['equal', index]));
    for (const index of repeated(paths)) context.addIssue(twice(['max', index, 'path']));
  })
  .meta({ id: 'StandingTerms' });
export type StandingTermsBody = z.infer<typeof standingTerms>;

function repeated(paths: readonly string[]): number[] {
  return paths.flatMap((path, index) => (paths.indexOf(path) < index ? [index] : []));
}

const twice = (path: (string | number)[]) => ({ code: 'custom' as const, path, message: 'This path stands twice.' });

/** A permission that a person gave while approving a call: equal calls within its bounds run without a question. */
export const standingGrant = z
  .strictObject({
    grantId: idSchema('standingGrant'),
    agentId: idSchema('agent'),
    tool: z.string(),
    requestedScope: scopeName,
    /** The conversation that it is bound to; null for any. */
    conversationId: idSchema('conversation').nullable(),
    equal: z.array(z.strictObject({ path: z.string(), value: z.unknown() })).readonly(),
    max: z
      .array(
        z.strictObject({
          path: z.string(),
          perCall: z.number().nullable(),
          total: z.number().nullable(),
          /** The sum of the uses so far. */
          spent: z.number(),
        }),
      )
      .readonly(),
    /** The largest number of uses; null for no limit. */
    uses: z.int().nullable(),
    used: z.int().min(0),
    until: timestamp,
    state: z.enum(standingGrantStates).meta({ id: 'StandingGrantState' }),
    /** Null unless the state is `invalid`. */
    invalidReason: z.enum(standingInvalidReasons).nullable(),
    createdAt: timestamp,
    lastUsedAt: timestamp,
    /** The approval by which it was given. */
    approvalId: idSchema('approval'),
  })
  .meta({ id: 'StandingGrant' });
export type StandingGrant = z.infer<typeof standingGrant>;
