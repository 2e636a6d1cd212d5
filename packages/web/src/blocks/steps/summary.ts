import type { Step } from './group-steps.ts';

/**
 * Steps in one line, in the present while the agent is at the last of them.
 *
 * @example summaryOf(steps, false) // 'Used almanac.sunset · 2 steps'
 */
export function summaryOf(steps: readonly Step[], isLive: boolean): string {
  const current = isLive ? steps.at(-1) : undefined;
  const count = steps.length > 1 ? ` · ${steps.length} steps` : '';
  return `${current ? now(current) : past(steps)}${failures(steps)}${count}`;
}

function now(step: Step): string {
  if (step.kind === 'thought') return 'Thinking';
  if (step.result) return `Used ${nameOf(step)}`;
  return `Using ${nameOf(step)}`;
}

function past(steps: readonly Step[]): string {
  const names = [...new Set(steps.filter((step) => step.kind === 'tool').map(nameOf))];
  if (names.length === 0) return 'Thought it over';
  if (names.length <= 2) return `Used ${names.join(' and ')}`;
  return `Used ${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

function failures(steps: readonly Step[]): string {
  const count = steps.filter((step) => step.kind === 'tool' && step.result?.is_error).length;
  if (count === 0) return '';
  return count === 1 && steps.length === 1 ? ' · failed' : ` · ${count} failed`;
}

/** The name of a tool; an answer whose tool is not in the message has none. */
export function nameOf(step: Step): string {
  return (step.kind === 'tool' && step.use?.name) || 'a tool';
}
