import { newId, type IssuedCredential, type Manifest } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { AgentRow } from './agent.ts';
import { addCredential, lockIssuer, type Issuer } from './issue-credential.ts';
import { validateNames, validateManifest, type ValidateAvatar } from './validate-manifest.ts';
import { countOwnAgents, insertAgent } from './queries.ts';

/** Writes more of a new agent in the same transaction. */
export type RegisterAlso = (work: Pick<Work, 'tx' | 'audit'>, agent: AgentRow) => Promise<void>;

/** Registers an agent with its first credential. Refuses with `quota_exceeded` if its owner has too many agents. */
export async function registerAgent(
  app: Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>,
  { userId: ownerUserId, proof }: Issuer,
  manifest: Manifest,
  validateAvatar: ValidateAvatar,
  also: RegisterAlso = async () => undefined,
): Promise<{ agent: AgentRow; credential: IssuedCredential }> {
  validateNames(manifest);
  const fields = validateManifest(manifest, app.config);
  return app.commit(async ({ tx, audit }) => {
    const { agentsMax, agentApproval } = app.config;
    if ((await countOwnAgents(tx, ownerUserId)) >= agentsMax) {
      refuse('quota_exceeded', { hint: `A person may have ${agentsMax} agents; delete one first.` });
    }
    const issuer = await lockIssuer(tx, proof, new Date(app.clock.now()));
    if (fields.avatar_asset_id) await validateAvatar(tx, fields.avatar_asset_id, [ownerUserId]);
    const agent: AgentRow = {
      ...fields,
      agent_id: newId('agent', app.clock.now()),
      owner_user_id: ownerUserId,
      status: 'live',
      status_reason: null,
      suspension: null,
      approval: agentApproval === 'on' ? 'pending' : null,
      pending_manifest: null,
      rejected_reason: null,
      has_credential: true,
      created_at: new Date(app.clock.now()),
    };
    if (!(await insertAgent(tx, agent))) refuse('handle_taken', { path: '/manifest/handle' });
    const credential = await addCredential(app, tx, agent.agent_id, issuer);
    const { credentialId } = credential;
    const scopes = fields.requested_scopes.map(({ scope }) => scope);
    await audit('agent.registered', { agentId: agent.agent_id, credentialId, scopes });
    await also({ tx, audit }, agent);
    return { agent, credential };
  });
}
