import { randomBytes } from 'node:crypto';
import { manifest, type IssuedCredential, type UserId } from '@parley/protocol';
import { showcaseManifest } from '@parley/showcase';
import { changeStatus } from '../accounts/agents/change-status.ts';
import { findLiveCredentials } from '../accounts/agents/credential-queries.ts';
import { issueCredential } from '../accounts/agents/issue-credential.ts';
import { findAgents } from '../accounts/agents/queries.ts';
import { registerAgent } from '../accounts/agents/register-agent.ts';
import type { WithdrawScopes } from '../accounts/agents/put-manifest.ts';
import { replaceManifest } from '../accounts/agents/replace-manifest.ts';
import { revokeCredential } from '../accounts/agents/revoke-credential.ts';
import type { App } from '../chat/conversations/app.ts';
import { avatarValidator } from '../accounts/assets/validate-avatar.ts';
import { openConversation } from '../chat/conversations/open-conversation.ts';
import { findAsMember } from '../chat/conversations/queries.ts';
import { dropDrafts } from '../chat/messages/drafts/end-drafts.ts';
import { withdrawScopes } from '../accounts/permissions/queries.ts';
import { Refused } from '../platform/routing/refusal.ts';
import { markDemoPerson } from '../accounts/users/account-queries.ts';
import { signUp, type SignUpGate } from '../accounts/users/sign-up.ts';
import { findDemo, saveDemo, type DemoRow } from './queries.ts';

export interface Demo extends DemoRow {
  readonly credential: IssuedCredential;
}

/** Creates the demo's person, its showcase agent and a conversation with both, or finds those of an earlier start. */
export async function prepareDemo(app: App): Promise<Demo> {
  const found = await findDemo(app.storage.db);
  const userId = found?.user_id ?? (await freeHandle('demo', (handle) => demoPerson(app, handle)));
  const { agentId, credential } = await demoAgent(app, userId, found);
  const kept =
    found && found.agent_id === agentId ? await findAsMember(app.storage.db, found.conversation_id, userId) : null;
  const row = await app.storage.transaction(async (tx) => {
    const opened = { userId, agentIds: [agentId], userIds: [] };
    const conversationId = kept?.conversation_id ?? (await openConversation(app, tx, opened, null)).conversationId;
    const demo = { user_id: userId, agent_id: agentId, conversation_id: conversationId };
    await saveDemo(tx, demo);
    return demo;
  });
  return { ...row, credential };
}

/** Creates a person with a random password that is not kept: only the link signs in as them. */
async function demoPerson(app: App, handle: string): Promise<UserId> {
  const password = randomBytes(32).toString('base64url');
  return (await signUp(app, { handle, displayName: 'Demo', password }, undefined, demoGate)).user.user_id;
}

/** The demo's person is made where sign-up is closed too, and never becomes an administrator. */
const demoGate: SignUpGate = {
  check: async () => undefined,
  enter: async () => undefined,
  settle: ({ tx }, userId) => markDemoPerson(tx, userId),
};

/** Returns the showcase agent with a new credential. Credentials of earlier starts are revoked. */
async function demoAgent(given: App, userId: UserId, found: DemoRow | null) {
  // The operator started the demo, so its agent needs no approval.
  const app: App = { ...given, config: { ...given.config, agentApproval: 'off' } };
  const wanted = manifest.parse(showcaseManifest);
  const [agent] = found ? await findAgents(app.storage.db, [found.agent_id]) : [];
  if (!agent || agent.status === 'deleted' || agent.owner_user_id !== userId) {
    return freeHandle(wanted.handle, async (handle) => {
      const registered = await registerAgent(app, { userId, proof: null }, { ...wanted, handle }, avatarValidator(app));
      return { agentId: registered.agent.agent_id, credential: registered.credential };
    });
  }
  for (const row of await findLiveCredentials(app.storage.db, agent.agent_id)) {
    await revokeCredential(app, userId, agent.agent_id, row.credential_id);
  }
  const withdraw: WithdrawScopes = ({ tx }, agentId, requested) => withdrawScopes(tx, agentId, requested);
  const rules = { validateAvatar: avatarValidator(app), withdrawScopes: withdraw };
  await replaceManifest(app, userId, agent.agent_id, { ...wanted, handle: agent.handle }, rules);
  if (agent.status === 'paused' && agent.suspension === null)
    await changeStatus(app, userId, agent.agent_id, 'live', dropDrafts, async () => []);
  return { agentId: agent.agent_id, credential: await issueCredential(app, { userId, proof: null }, agent.agent_id) };
}

/** Tries a handle. If it is taken, tries it once more with a few random letters appended. */
async function freeHandle<T>(handle: string, attempt: (handle: string) => Promise<T>): Promise<T> {
  try {
    return await attempt(handle);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'handle_taken') throw error;
    return attempt(`${handle}-${randomBytes(4).toString('hex')}`);
  }
}
