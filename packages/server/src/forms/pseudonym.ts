import { createHmac } from 'node:crypto';
import type { AgentId, UserId } from '@parley/protocol';
import type { SecretBox } from '../storage/secret-box.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const characters = 26;

/**
 * What a person is called towards one agent: `sub_` and 26 characters, 130 bits of a keyed hash of both. It is the same each
 * time, and two agents cannot tell by it that they have to do with the same person.
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
