import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** What a trial ends with where this machine lacks what it takes. */
const notToBeHad = 3;

/** How long each trial may take, with what is not counted in it: packages, and the copy of the repository. */
const trials = [
  ['typescript', 6],
  ['python', 6],
  ['templates', 14],
  ['model', 10],
] as const;

/** Goes a newcomer's first minutes: with the packages alone, in each language and with each template; and from a clone to a model. */
export async function firstMinutes(stage: Stage): Promise<Tally> {
  const pack = await stage.run(['npm', 'run', 'pack'], 6);
  if (pack.status !== 0) return oneFailed('npm run pack');
  const tallies = [onePassed];
  for (const [language, minutes] of trials) {
    const { status } = await stage.run(['tsx', 'scripts/first-three-minutes.ts', language], minutes);
    if (status === notToBeHad) tallies.push(skipLoudly(`the first minutes in ${language}: see above.`));
    else tallies.push(status === 0 ? onePassed : oneFailed(`the first minutes in ${language}`));
  }
  return addTallies(tallies);
}
