import { createHmac } from 'node:crypto';
import type { AgentId, UserId } from '@parley/protocol';
import type { SecretBox } from '../../platform/storage/secret-box.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const characters = 26;

/**
 * Returns a person's pseudonym for one agent: `sub_` and 26 characters, 130 bits of a keyed hash of both ids. It is
 * stable, and two agents cannot tell from their pseudonyms that they share a person.
 */
export function pseudonymOf(secrets: Pick<SecretBox, 'pseudonymKey'>, userId: UserId, agentId: AgentId): string {
  const hash = createHmac('sha256', secrets.pseudonymKey)
    .update(JSON.stringify([userId, agentId]))
    .digest();
  let bits = 0n;
  for (const byte of hash) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < characters; i++, bits >>= 5n) text += alphabet[Number(bits & 31n)];
  return `sub_${text}`;
}
