import { usage } from './failure.ts';

/** Loads the verb that runs a chat model. It needs `@parley/model`, which is installed for it alone. */
export async function loadModelVerb() {
  try {
    return await import('./verbs/model.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw usage(
      'model_package_required',
      'A chat model runs by @parley/model, which is not installed.',
      'npm install @parley/model',
    );
  }
}
