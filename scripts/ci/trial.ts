import type { CommandOutcome } from '../check/run-command.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** What a trial ends with where this machine lacks what it takes. It has said what. */
const notToBeHad = 3;

/** Runs a command that counts as one test, under this name. */
export async function runStep(
  stage: Stage,
  name: string,
  command: readonly string[],
  limitMinutes: number,
): Promise<Tally> {
  return tallyOfStep(name, await stage.run(command, limitMinutes));
}

/** The same for a script of this repository that tries something: it may say that this machine lacks what it takes. */
export async function runTrial(
  stage: Stage,
  name: string,
  command: readonly string[],
  limitMinutes: number,
  environment?: Record<string, string>,
): Promise<Tally> {
  const outcome = await stage.run(command, limitMinutes, environment);
  if (outcome.status === notToBeHad) return skipLoudly(`${name}: this machine lacks what it takes, as said above.`);
  return tallyOfStep(name, outcome);
}

/** Runs one after another, also after one that failed. */
export async function runInTurn<T>(each: readonly T[], run: (one: T) => Promise<Tally>): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const one of each) tallies.push(await run(one));
  return addTallies(tallies);
}

function tallyOfStep(name: string, { status, seconds }: CommandOutcome): Tally {
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds.toFixed(1)} s)`);
  return status === 0 ? onePassed : oneFailed(name);
}
