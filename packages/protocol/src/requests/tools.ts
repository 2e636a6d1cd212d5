import { z } from 'zod';
import { hasStrayCharacter, isBlank } from '../names.ts';

/** What the operator lets a tool do: run at once, never, or after the person has approved. */
export const toolPolicies = ['allow', 'deny', 'require_approval'] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

/** Arguments of `coin.charge` (scope `coin.charge`): whole coins, and what for in one line of at most 140 characters. */
export type CoinChargeArguments = z.infer<typeof coinChargeArguments>;

export const coinChargeArguments = z.strictObject({ amount: z.int().min(1), reason: plainLine(140) });

/** Arguments of `identity.read` (scope `identity.read`): which parts of the person's profile, each once. */
export type IdentityReadArguments = z.infer<typeof identityReadArguments>;

export const identityReadArguments = z.strictObject({
  fields: z
    .array(z.enum(['display_name', 'handle']))
    .min(1)
    .meta({ uniqueItems: true }),
});

/**
 * Arguments of `decision.request` (scope `decision.request`): an action of the agent's own that a person is to decide on. `action` (1 to
 * 300 characters) and up to 20 `details` (labels of 1 to 80 characters, values of 1 to 500) are shown to them, each one line. `arguments`
 * is any JSON of at most 16 KiB in its canonical form; where the person approves, the result gives it back as it was bound.
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

/** One line of text that a person reads before they decide, with nothing in it that they would not see. */
function plainLine(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
    .refine((text) => !hasStrayCharacter(text), { message: 'must hold no invisible or bidirectional character' })
    .refine((text) => !isBlank(text), { message: 'must not be blank' });
}

/**
 * The `code` in the content of a `tool.result` that did not succeed. A content of a success has whatever form its tool gives it.
 *
 * - `tool_denied`, `scope_not_granted`, `denied_by_policy`, `denied_by_person`: outcome `denied`.
 * - `approval_expired`: outcome `expired`.
 * - all others: outcome `failed`. With `provider_error` stands the HTTP `status` (null where no answer came) and, where it
 *   says more, a `reason`; with `arguments_invalid` a `path`.
 */
export const toolFailureCodes = [
  'tool_denied',
  'scope_not_granted',
  'denied_by_policy',
  'denied_by_person',
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
