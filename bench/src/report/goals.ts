import type { Goal, MeasuredRow } from '../measures/measure.ts';
import type { ContestantReport, GoalReport } from './report.ts';

/** Whether the product reached what a row asks of it, by the medians. */
export function validateGoals(
  { goal = [], unit }: MeasuredRow,
  contestants: readonly ContestantReport[],
): GoalReport[] {
  return [goal].flat().map((one) => check(one, unit, contestants));
}

function check(goal: Goal, unit: string, contestants: readonly ContestantReport[]): GoalReport {
  const own = contestants[0]?.median ?? NaN;
  if ('atMost' in goal) return validateBound(`at most ${goal.atMost} ${unit}`, own, own <= goal.atMost);
  if ('atLeast' in goal)
    return validateBound(`at least ${goal.atLeast.toLocaleString('en-US')} ${unit}`, own, own >= goal.atLeast);
  const ratios = goal.than.map((name) => contestants.find((one) => one.name === name)?.productIsBetter?.median ?? NaN);
  return {
    says: `at least ${goal.times.toFixed(2).replace(/\.?0+$/, '')} × ${goal.than.join(', ')}`,
    met: ratios.some(Number.isNaN) ? null : Math.min(...ratios) >= goal.times,
  };
}

function validateBound(says: string, own: number, met: boolean): GoalReport {
  return { says, met: Number.isNaN(own) ? null : met };
}
