/**
 * A module of Node by its name, where the runtime has it. Bundlers leave such a name alone, so an agent that never needs it is bundled for
 * runtimes that have none.
 */
export async function nodeModule<Module>(name: `node:${string}`): Promise<Module> {
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as Module;
}

/** The same at once; undefined where the runtime has no such module. */
export function nodeModuleNow<Module>(name: `node:${string}`): Module | undefined {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.(name) as Module | undefined;
}
