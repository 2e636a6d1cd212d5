import { lazy } from 'react';
import type { ComponentType } from 'react';

/** Returns a screen with code that loads on first use. */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}
