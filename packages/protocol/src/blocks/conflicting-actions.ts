import type { BlockFault } from './block-fault.ts';
import type { Action } from './field-schemas.ts';

/**
 * Returns an error for the first action that has the label of an earlier one but another payload: a person could not tell the
 * two apart.
 */
export function conflictingActions(field: string, actions: readonly Action[]): BlockFault | null {
  const payloads = new Map<string, string>();
  for (const [index, { label, payload }] of actions.entries()) {
    const earlier = payloads.get(label);
    if (earlier !== undefined && earlier !== payload) return conflict(field, index);
    payloads.set(label, payload);
  }
  return null;
}

const conflict = (field: string, index: number): BlockFault => ({
  path: [field, index, 'payload'],
  reason: 'conflicting_payload',
  message: 'Two actions have the same label but send different payloads.',
  hint: 'Give each action a label of its own, or the same payload.',
});
