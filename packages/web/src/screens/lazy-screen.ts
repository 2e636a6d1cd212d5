import { lazy } from 'react';
import type { ComponentType } from 'react';

/** A screen whose code comes when it is first wanted. */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}
