import {
  amountAt,
  decimalOf,
  isGreater,
  readPointer,
  type StandingMax,
  type StandingTerms,
  type StandingTermsBody,
} from '@parley/protocol';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { ToolArguments } from '../tool.ts';

/** The bounds of a new grant, with the values of the approved call. */
export interface Bounds {
  readonly equal: StandingTerms['equal'];
  /** `spent` is the value of the approved call. */
  readonly max: readonly StandingMax[];
  readonly until: Date;
}

/** Validates the bounds of a standing grant against the approved call, in the order of the contract. */
export function validateStanding(
  { equal = [], max = [], until }: StandingTermsBody,
  call: { readonly tool: string; readonly arguments: ToolArguments },
  { nowMs, standingMaxMs }: { readonly nowMs: number; readonly standingMaxMs: number },
): Bounds {
  const equals = equal.map((path, index) => {
    const value = readPointer(call.arguments, path);
    return value === undefined ? refuse('grant_path_unknown', { path: `/standing/equal/${index}` }) : { path, value };
  });
  const bounds = max.map(({ path, perCall = null, total = null }, index) => {
    const spent = amountAt(call.arguments, path);
    return spent === null
      ? refuse('grant_path_unknown', { path: `/standing/max/${index}/path` })
      : { path, perCall, total, spent };
  });
  const isBounded = bounds.some(({ path, total }) => path === '/amount' && total !== null);
  if (call.tool === 'coin.charge' && !isBounded) refuse('grant_unbounded', { path: '/standing/max' });
  for (const [index, bound] of bounds.entries()) {
    for (const name of ['perCall', 'total'] as const) {
      const most = bound[name];
      if (most !== null && isGreater(bound.spent, decimalOf(most)))
        refuse('malformed_request', {
          path: `/standing/max/${index}/${name}`,
          message: 'This bound is below the value of the call that you approve.',
        });
    }
  }
  const untilMs = Date.parse(until);
  if (untilMs <= nowMs || untilMs > nowMs + standingMaxMs)
    refuse('malformed_request', {
      path: '/standing/until',
      message: 'The end of a standing grant is in the future, and no further away than this server allows.',
      hint: `It may be at most ${Math.floor(standingMaxMs / 1000)} seconds away.`,
    });
  return { equal: equals, max: bounds, until: new Date(untilMs) };
}
