import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** What a trial ends with where this machine lacks what it takes. */
const notToBeHad = 3;

/** Goes a newcomer's first three minutes, in each language and with each template, with nothing but the packages. */
export async function firstMinutes(stage: Stage): Promise<Tally> {
  const pack = await stage.run(['npm', 'run', 'pack'], 6);
  if (pack.status !== 0) return oneFailed;
  const tallies = [onePassed];
  for (const language of ['typescript', 'python', 'templates']) {
    const minutes = language === 'templates' ? 14 : 6;
    const { status } = await stage.run(['tsx', 'scripts/first-three-minutes.ts', language], minutes);
    if (status === notToBeHad) tallies.push(skipLoudly(`the first minutes in ${language}: see above.`));
    else tallies.push(status === 0 ? onePassed : oneFailed);
  }
  return addTallies(tallies);
}
