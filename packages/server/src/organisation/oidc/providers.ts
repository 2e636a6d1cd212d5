import type { Core } from '../../platform/routing/core.ts';
import { openProvider, type Provider } from './provider.ts';
import { readProvidersFile } from './providers-file.ts';

/** The providers of the operator's file, in its order. */
export interface Providers {
  readonly list: readonly Provider[];
  find(id: string): Provider | null;
}

/**
 * Opens the providers of `PARLEY_OIDC_FILE`. Connects to none of them yet. Throws if nobody could sign in: there is none,
 * and sign-in by password is off, by the environment or by an administrator.
 */
export function openProviders({ config, clock }: Pick<Core, 'config' | 'clock'>): Providers {
  if (config.passwordSignIn === 'off' && config.oidcFile === null)
    throw new Error(
      'PARLEY_PASSWORD_SIGN_IN is off and there is no other way in: set PARLEY_OIDC_FILE, or set it to on.',
    );
  const entries = config.oidcFile === null ? [] : readProvidersFile(config.oidcFile, config.variable);
  const list = entries.map((entry) => openProvider(entry, clock));
  return { list, find: (id) => list.find(({ entry }) => entry.id === id) ?? null };
}
