import { stepWords as words } from '../../words/steps.ts';
import type { Step } from './group-steps.ts';

/**
 * Summarizes steps in one line, in the present tense while the agent is working on the last one.
 *
 * @example summaryOf(steps, false) // 'Used almanac.sunset · 2 steps'
 */
export function summaryOf(steps: readonly Step[], isLive: boolean): string {
  const current = isLive ? steps.at(-1) : undefined;
  const count = steps.length > 1 ? ` · ${words.steps(steps.length)}` : '';
  return `${current ? now(current) : past(steps)}${failures(steps)}${count}`;
}

function now(step: Step): string {
  if (step.kind === 'thought') return words.thinking;
  if (step.result) return words.used(nameOf(step));
  return words.using(nameOf(step));
}

function past(steps: readonly Step[]): string {
  const names = [...new Set(steps.filter((step) => step.kind === 'tool').map(nameOf))];
  if (names.length === 0) return words.thought;
  return words.usedAll(names.slice(0, 2), names.length - 2);
}

function failures(steps: readonly Step[]): string {
  const count = steps.filter((step) => step.kind === 'tool' && step.result?.is_error).length;
  if (count === 0) return '';
  return ` · ${count === 1 && steps.length === 1 ? words.failed : words.failures(count)}`;
}

/** Returns the name of a tool; a result without its tool use in the message has none. */
export function nameOf(step: Step): string {
  return (step.kind === 'tool' && step.use?.name) || words.aTool;
}
