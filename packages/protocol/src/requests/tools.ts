import { z } from 'zod';
import { plainLine } from '../fields.ts';

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

/** Arguments of `clock.now` (scope `clock.read`): none. */
export const clockNowArguments = z.strictObject({});

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
