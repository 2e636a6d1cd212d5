import { refuseScim } from './scim-error.ts';
import type { Provisioned } from './scim-user.ts';

/**
 * Refuses a directory that may not change this person: an administrator whom it does not know by an `externalId`, and
 * anybody whom it does not provision, unless the change writes an `externalId`.
 */
export function requireProvisioned({ person, scim }: Provisioned, externalId: string | null): void {
  if (person.role === 'admin' && scim?.external_id == null)
    refuseScim(403, null, 'This person is an administrator, whom no directory provisions.');
  if (scim === null && externalId === null)
    refuseScim(403, null, 'No directory provisions this person yet: write an externalId first.');
}
