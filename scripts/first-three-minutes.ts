import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromiumPath } from './chromium-path.ts';
import { isAnswered } from './first-minutes/answered.ts';
import { cloneAndInstall, talkWithModel } from './first-minutes/model.ts';
import { newPlace, NotToBeHad } from './first-minutes/place.ts';
import { beginInPython, packPython } from './first-minutes/python.ts';
import { beginInTypeScript, otherTemplates, tryTemplate } from './first-minutes/typescript.ts';

/**
 * From an empty folder outside of the repository, with nothing but the packages of `npm run pack`, to a message that an agent of
 * one's own answers in the browser: `tsx scripts/first-three-minutes.ts typescript|python [packages]`. With `templates` it begins an agent
 * of each other template, and runs its test. It fails where one of them takes longer than three minutes, and ends with 3 where this
 * machine lacks what it takes. With `model` it goes from an installed clone to the answer of a model, within five minutes.
 */
const limitSeconds = 180;
/** The first start of a clone builds everything, which takes most of this. */
const modelSeconds = 300;
const root = join(import.meta.dirname, '..');

async function main(language: string, packages: string): Promise<number> {
  if (!existsSync(chromiumPath)) return lacking(`there is no ${chromiumPath}`);
  const place = newPlace(resolve(root, packages));
  try {
    if (language === 'model') {
      const clone = cloneAndInstall(root, place);
      return await timed('From a clone to an answer of a model', () => talkWithModel(clone, place), modelSeconds);
    }
    if (language === 'templates') {
      let status = 0;
      for (const template of otherTemplates) {
        const tried = async () => tryTemplate(place, template);
        status ||= await timed(`From nothing to a passing test, ${template}`, tried);
      }
      return status;
    }
    if (language === 'python') packPython(root, place);
    return await timed(`From nothing to an answer in the browser, ${language}`, async () => {
      const begun = language === 'python' ? beginInPython(place) : beginInTypeScript(place);
      await isAnswered(begun, place.environment);
    });
  } catch (error) {
    if (error instanceof NotToBeHad) return lacking(error.message);
    throw error;
  } finally {
    place.remove();
  }
}

/** Runs it, says how long it took, and returns 1 where that was too long. */
async function timed(what: string, run: () => Promise<void>, mostSeconds = limitSeconds): Promise<number> {
  const began = performance.now();
  await run();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what}: ${(seconds / 60).toFixed(1)} min (${seconds.toFixed(0)} s).`);
  if (seconds <= mostSeconds) return 0;
  console.error(`It may take ${mostSeconds} s at most.`);
  return 1;
}

function lacking(what: string): number {
  console.error(`It cannot be tried here: ${what}.`);
  return 3;
}

const [language = '', packages = 'dist/packages'] = process.argv.slice(2);
if (!['typescript', 'python', 'templates', 'model'].includes(language))
  throw new Error('Name what is tried: typescript, python, templates or model.');
process.exitCode = await main(language, packages);
