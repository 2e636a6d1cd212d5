import type { Goal, MeasuredRow } from '../measures/measure.ts';
import type { ContestantReport, GoalReport } from './report.ts';

/** Whether the product reached what a row asks of it, by the medians. */
export function judgeGoals(
  { goal, alsoGoal, unit }: MeasuredRow,
  contestants: readonly ContestantReport[],
): GoalReport[] {
  return [goal, alsoGoal].flatMap((one) => (one ? [judge(one, unit, contestants)] : []));
}

function judge(goal: Goal, unit: string, contestants: readonly ContestantReport[]): GoalReport {
  if ('atMost' in goal) {
    const median = contestants[0]?.median ?? NaN;
    return { says: `at most ${goal.atMost} ${unit}`, met: Number.isNaN(median) ? null : median <= goal.atMost };
  }
  const ratios = goal.than.map((name) => contestants.find((one) => one.name === name)?.productIsBetter?.median ?? NaN);
  return {
    says: `at least ${goal.times.toFixed(2).replace(/\.?0+$/, '')} × ${goal.than.join(', ')}`,
    met: ratios.some(Number.isNaN) ? null : Math.min(...ratios) >= goal.times,
  };
}
