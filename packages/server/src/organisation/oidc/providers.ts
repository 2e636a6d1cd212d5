import type { Core } from '../../platform/routing/core.ts';
import { openProvider, type Provider } from './provider.ts';
import { readProvidersFile } from './providers-file.ts';

/** The providers of the operator's file, in its order. */
export interface Providers {
  readonly list: readonly Provider[];
  find(id: string): Provider | null;
}

/** Opens the providers of `PARLEY_OIDC_FILE`. Connects to none of them yet. */
export function openProviders({ config, clock }: Pick<Core, 'config' | 'clock'>): Providers {
  const entries = config.oidcFile === null ? [] : readProvidersFile(config.oidcFile, config.variable);
  const list = entries.map((entry) => openProvider(entry, clock));
  return { list, find: (id) => list.find(({ entry }) => entry.id === id) ?? null };
}
