import fc from 'fast-check';
import { parseAuthorization, writeAuthorization } from '@parley/protocol';
import { claimSame, textTarget, words } from '../target.ts';

const written = writeAuthorization('agt_01KDW3N8G00000000000000000', 'cred_01KDW3N8G00000000000000000');
const ulid = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/** The header that names an agent and its credential. */
export const authorization = textTarget({
  name: 'authorization',
  encoding: 'latin1',
  tokens: ['HMAC ', 'hmac ', 'Basic ', 'agt_', 'cred_', '/', ' ', 'I', 'L', 'O', 'U', written],
  inputs: words(
    ['HMAC ', 'HMAC ', 'Hmac ', 'HMAC\t', 'HMAC  ', ''],
    ['agt_', 'agt_', 'usr_'],
    ulid,
    ['/'],
    ['cred_', 'cred_', 'agt_'],
    ulid,
    ['', '', ' ', '/', '\n'],
  ),
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
