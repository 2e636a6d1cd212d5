import type { Config } from '../../platform/settings/config.ts';
import type { Account } from './account.ts';

/** Returns whether a person signs in by password: everybody does, or where that is off, administrators alone. */
export function mayUsePassword(
  { passwordSignIn }: Pick<Config, 'passwordSignIn'>,
  { role }: Pick<Account, 'role'>,
): boolean {
  return passwordSignIn === 'on' || role === 'admin';
}
