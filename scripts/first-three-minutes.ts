import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAnswered } from './first-minutes/answered.ts';
import { newPlace, NotToBeHad } from './first-minutes/place.ts';
import { beginInPython, packPython } from './first-minutes/python.ts';
import { beginInTypeScript } from './first-minutes/typescript.ts';

/**
 * From an empty folder outside of the repository, with nothing but the packages of `npm run pack`, to a message that an agent of
 * one's own answers in the browser: `tsx scripts/first-three-minutes.ts typescript|python [packages]`. It fails where that takes longer
 * than three minutes, and ends with 3 where this machine lacks what it takes.
 */
const limitSeconds = 180;
const root = join(import.meta.dirname, '..');

async function main(language: string, packages: string): Promise<number> {
  if (!existsSync('/usr/bin/chromium')) return lacking('there is no /usr/bin/chromium');
  const place = newPlace(resolve(root, packages));
  try {
    if (language === 'python') packPython(root, place);
    const began = performance.now();
    const begun = language === 'python' ? beginInPython(root, place) : beginInTypeScript(place);
    await isAnswered(begun, place.environment);
    const seconds = (performance.now() - began) / 1000;
    const minutes = (seconds / 60).toFixed(1);
    console.log(`From nothing to an answer in the browser, ${language}: ${minutes} min (${seconds.toFixed(0)} s).`);
    if (seconds <= limitSeconds) return 0;
    console.error(`It may take ${limitSeconds} s at most.`);
    return 1;
  } catch (error) {
    if (error instanceof NotToBeHad) return lacking(error.message);
    throw error;
  } finally {
    place.remove();
  }
}

function lacking(what: string): number {
  console.error(`It cannot be tried here: ${what}.`);
  return 3;
}

const [language = '', packages = 'dist/packages'] = process.argv.slice(2);
if (!['typescript', 'python'].includes(language)) throw new Error('Name the language: typescript or python.');
process.exitCode = await main(language, packages);
