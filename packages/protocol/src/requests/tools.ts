import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { hasStrayCharacter, isBlank } from '../names.ts';

/** The operator's policy for a tool: run at once, never, or after the person's approval. */
export const toolPolicies = ['allow', 'deny', 'require_approval'] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

/** Arguments of `coin.charge` (scope `coin.charge`): whole coins, and the reason in one line of at most 140 characters. */
export type CoinChargeArguments = z.infer<typeof coinChargeArguments>;

export const coinChargeArguments = z.strictObject({ amount: z.int().min(1), reason: plainLine(140) });

/** Arguments of `identity.read` (scope `identity.read`): parts of the person's profile, without duplicates. */
export type IdentityReadArguments = z.infer<typeof identityReadArguments>;

export const identityReadArguments = z.strictObject({
  fields: z
    .array(z.enum(['display_name', 'handle']))
    .min(1)
    .meta({ uniqueItems: true }),
});

/**
 * Arguments of `decision.request` (scope `decision.request`): an action of the agent for a person to decide on. The person sees `action` (1
 * to 300 characters) and up to 20 `details` (labels of 1 to 80 characters, values of 1 to 500), each one line. `arguments` is any JSON of
 * at most 16 KiB in its canonical form; after an approval, the result returns the same JSON.
 */
export type DecisionRequestArguments = z.infer<typeof decisionRequestArguments>;

export const decisionRequestArguments = z.strictObject({
  action: plainLine(300),
  details: z
    .array(z.strictObject({ label: plainLine(80), value: plainLine(500) }))
    .max(20)
    .optional(),
  arguments: z.unknown().optional(),
});

/** Arguments of `clock.now` (scope `clock.read`): none. */
export const clockNowArguments = z.strictObject({});

/** Returns the schema of one line of text that a person reads before a decision; it must not hold invisible characters. */
function plainLine(max: number) {
  return bounded(max)
    .min(1)
    .regex(/^[^\p{Cc}]*$/u)
    .refine((text) => !hasStrayCharacter(text), { message: 'must hold no invisible or bidirectional character' })
    .refine((text) => !isBlank(text), { message: 'must not be blank' });
}

/**
 * The `code` in the content of a `tool.result` that did not succeed. On success the tool defines the form of the content.
 *
 * - `tool_denied`, `scope_not_granted`, `denied_by_policy`, `denied_by_person`, `grant_ended`: outcome `denied`.
 * - `approval_expired`: outcome `expired`.
 * - all others: outcome `failed`. `provider_error` comes with the HTTP `status` (null if there was no response) and sometimes a `reason`;
 *   `arguments_invalid` comes with a `path`.
 */
export const toolFailureCodes = [
  'tool_denied',
  'scope_not_granted',
  'denied_by_policy',
  'denied_by_person',
  'grant_ended',
  'approval_expired',
  'insufficient_coins',
  'provider_error',
  'provider_unavailable',
  'arguments_invalid',
  'arguments_changed',
  'tool_unavailable',
  'interrupted',
] as const;
export type ToolFailureCode = (typeof toolFailureCodes)[number];
