import { newId, parseAuthorization, writeAuthorization } from '@parley/protocol';
import { claimSame, textTarget } from '../target.ts';

const at = Date.UTC(2026, 0, 1);
const written = writeAuthorization('agt_01KDW3N8G00000000000000000', 'cred_01KDW3N8G00000000000000000');

/** The header that names an agent and its credential. */
export const authorization = textTarget({
  name: 'authorization',
  sources: ['protocol/src/signing.ts', 'protocol/src/ids.ts'],
  encoding: 'latin1',
  tokens: ['HMAC ', 'hmac ', 'Basic ', 'agt_', 'cred_', '/', ' ', 'I', 'L', 'O', 'U', written],
  make: (random) =>
    `${random.pick(['HMAC ', 'HMAC ', 'Hmac ', 'HMAC\t', 'HMAC  ', ''])}${newId(random.pick(['agent', 'agent', 'user']), at)}/${newId(random.pick(['credential', 'credential', 'agent']), at)}${random.pick(['', '', ' ', '/', '\n'])}`,
  check(header) {
    const found = parseAuthorization(header);
    claimSame(found, readByHand(header), 'the two ids');
    if (found) claimSame(writeAuthorization(found.agentId, found.credentialId), header, 'what is written back');
  },
});

function readByHand(header: string): { agentId: string; credentialId: string } | null {
  if (header.length !== 67 || !header.startsWith('HMAC agt_') || header.slice(35, 41) !== '/cred_') return null;
  const [agentId, credentialId] = [header.slice(5, 35), header.slice(36)];
  const isUlid = (text: string) =>
    [...text].every((character) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.includes(character));
  return isUlid(agentId.slice(4)) && isUlid(credentialId.slice(5)) ? { agentId, credentialId } : null;
}
