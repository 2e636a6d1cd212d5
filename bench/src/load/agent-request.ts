import { writeAuthorization, type AgentId, type CredentialId } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import type { SendAgent } from './send.ts';

/** The bytes of a signed reply of an agent. */
export function replyRequest({ agentId, credentialId, secret }: SendAgent, reply: object): string {
  const body = Buffer.from(JSON.stringify({ version: '1', ...reply }));
  const signature = sign(Buffer.from(secret, 'base64url'), Date.now() / 1000, body);
  return [
    'POST /hooks/v1/reply HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: ${writeAuthorization(agentId as AgentId, credentialId as CredentialId)}`,
    `x-agent-signature: ${signature}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body.toString('latin1'),
  ].join('\r\n');
}
