import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { newId, type AgentId, type ConversationId, type CredentialId } from '@parley/protocol';
import { secretBox, type SecretBox } from '../../platform/storage/secret-box.ts';
import { readConfig, type Config } from '../../platform/settings/config.ts';
import { openTestStorage } from '../database.ts';
import { fakeClock, type FakeClock } from '../fake-clock.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** An agent of the simulation, with its conversations. */
export interface SimulatedAgent {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  readonly transport: string;
  readonly conversations: readonly ConversationId[];
}

/** The parts that survive every engine: database, clock and agents. */
export interface Ground {
  readonly storage: Storage;
  readonly clock: FakeClock;
  readonly config: Config;
  readonly secrets: SecretBox;
  readonly agents: readonly SimulatedAgent[];
}

const conversationsPerAgent = 3;

/** Creates the ground, with a number of agents for each transport. */
export async function layGround(counts: Readonly<Record<string, number>>): Promise<Ground> {
  const config = readConfig({ PARLEY_SECRET_KEY: randomBytes(32).toString('base64'), PARLEY_DEMO: '0' });
  const secrets = secretBox(config.secretKey);
  const storage = await openTestStorage();
  const userId = newId('user');
  await sql`
    insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
    values (${userId}, 'ada', 'Ada', '', 'en', 'UTC', now())`.execute(storage.db);
  const agents: SimulatedAgent[] = [];
  const transports = Object.entries(counts).flatMap(([transport, count]) => Array<string>(count).fill(transport));
  for (const [place, transport] of transports.entries()) {
    const [agentId, credentialId] = [newId('agent'), newId('credential')];
    await sql`
      insert into agents (agent_id, owner_user_id, handle, name, description, transport, webhook_url, access,
                          requested_scopes, suggested_prompts, status, created_at)
      values (${agentId}, ${userId}, ${`agent${place}`}, 'Agent', 'Simulated.', ${transport}, ${urlOf(agentId)}, 'private',
              '[]', '{}', 'live', now())`.execute(storage.db);
    await sql`
      insert into credentials (credential_id, agent_id, sealed_secret, key_id, created_at)
      values (${credentialId}, ${agentId}, ${secrets.seal(credentialId, randomBytes(32))}, ${secrets.keyId}, now())`.execute(
      storage.db,
    );
    const conversations = Array.from({ length: conversationsPerAgent }, () => newId('conversation'));
    agents.push({ agentId, credentialId, transport, conversations });
  }
  return { storage, clock: fakeClock(), config, secrets, agents };
}

/** Returns the URL of an agent's simulated webhook. */
export function urlOf(agentId: AgentId): string {
  return `https://${agentId.toLowerCase()}.example/hook`;
}
