import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** What a trial ends with where this machine lacks what it takes. It has said what. */
const notToBeHad = 3;

/** Runs a command that counts as one test, under this name. */
export async function runTrial(
  stage: Stage,
  name: string,
  command: readonly string[],
  limitMinutes: number,
  environment?: Record<string, string>,
): Promise<Tally> {
  const { status, seconds } = await stage.run(command, limitMinutes, environment);
  if (status === notToBeHad) return skipLoudly(`${name}: this machine lacks what it takes, as said above.`);
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds.toFixed(1)} s)`);
  return status === 0 ? onePassed : oneFailed(name);
}

/** Runs trials one after another. */
export async function runInTurn(trials: readonly (() => Promise<Tally>)[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const trial of trials) tallies.push(await trial());
  return addTallies(tallies);
}
