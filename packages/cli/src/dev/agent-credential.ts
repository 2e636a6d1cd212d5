import type { Agent, IssuedCredential } from '@parley/protocol';
import type { Client } from '../api/client.ts';
import { readLogins, saveLogin } from '../api/saved-logins.ts';

/** The credential that `parley dev` runs an agent with: the one that was kept for it, while that is live, else a new one, kept. */
export async function credentialFor(
  client: Client,
  home: string,
  { agentId }: Agent,
  issued: IssuedCredential | null,
): Promise<IssuedCredential> {
  const known = issued ?? (await keptCredential(client, home, agentId));
  if (known !== null && issued === null) return known;
  const { credential } =
    known === null ? await client.call('issueCredential', { params: { agentId } }) : { credential: known };
  await saveLogin(home, client.baseUrl, (login) => ({ ...login, agents: { ...login.agents, [agentId]: credential } }));
  return credential;
}

async function keptCredential(client: Client, home: string, agentId: string): Promise<IssuedCredential | null> {
  const kept = (await readLogins(home)).servers[client.baseUrl]?.agents?.[agentId];
  if (kept === undefined) return null;
  const { items } = await client.call('listCredentials', { params: { agentId }, query: { limit: 200 } });
  const isLive = items.some(({ credentialId, revokedAt }) => credentialId === kept.credentialId && revokedAt === null);
  return isLive ? (kept as IssuedCredential) : null;
}
