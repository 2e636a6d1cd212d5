import type { AgentId, AgentStatus, AgentTransport, CredentialId } from '@parley/protocol';

/** Where an agent's deliveries go now, and what they are signed with. */
export interface Target {
  readonly agentId: AgentId;
  readonly status: AgentStatus;
  /** As the manifest says; while the owner listens, deliveries go over their stream all the same. */
  readonly transport: AgentTransport;
  /** Whether the owner listens at another server. */
  readonly isListenedElsewhere: boolean;
  readonly webhookUrl: string | null;
  /** The newest live credential; null where the agent has none. Its secret is null where no key of this server's opens it. */
  readonly credential: { readonly credentialId: CredentialId; readonly secret: Buffer | null } | null;
}
