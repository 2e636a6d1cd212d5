import type { AgentId, CredentialId } from '@parley/protocol';
import { isId } from '@parley/protocol/agent';
import type { Environment } from '../config.ts';
import { usage } from '../failure.ts';
import { faulty, type Check } from './check.ts';

/** What deliveries to an agent are signed with. */
export interface Credentials {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  readonly secret: Uint8Array;
}

/**
 * The credentials of the environment. Null where none of the three is set; a check that says what is wrong where they are not whole.
 */
export function readCredentials({ agent }: Environment): Credentials | Check | null {
  const { agentId, credentialId, secret } = agent;
  if (agentId === undefined && credentialId === undefined && secret === undefined) return null;
  if (!isId('agent', agentId)) return wrong('PARLEY_AGENT_ID', 'the id of an agent (agt_…)');
  if (!isId('credential', credentialId)) return wrong('PARLEY_CREDENTIAL_ID', 'the id of a credential (cred_…)');
  const bytes = secret !== undefined && /^[\w-]+$/.test(secret) ? Buffer.from(secret, 'base64url') : Buffer.alloc(0);
  if (bytes.length < 16) return wrong('PARLEY_AGENT_SECRET', 'the secret as it was shown');
  return { agentId, credentialId, secret: new Uint8Array(bytes) };
}

/** The three as they are set, for a program that signs as the agent; null where any is missing. Throws a Failure for one that is not whole. */
export function agentOf(environment: Environment) {
  const { agentId, credentialId, secret } = environment.agent;
  if (agentId === undefined || credentialId === undefined || secret === undefined) return null;
  const found = readCredentials(environment);
  if (found !== null && 'secret' in found) return { agentId, credentialId, secret };
  throw usage('credentials_invalid', found?.hint ?? '', 'parley agent rotate issues a new credential.');
}

const wrong = (name: string, what: string) =>
  faulty('credentials', `${name} is not ${what}: set it to what was shown when the credential was issued.`);
