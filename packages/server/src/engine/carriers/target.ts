import type { AgentId, AgentStatus, AgentTransport, CredentialId } from '@parley/protocol';

/** Where an agent's deliveries go now, and the credential that signs them. */
export interface Target {
  readonly agentId: AgentId;
  readonly status: AgentStatus;
  /** The transport of the manifest. While the owner listens, deliveries use the owner's stream instead. */
  readonly transport: AgentTransport;
  /** Whether the owner listens on another server. */
  readonly isListenedElsewhere: boolean;
  readonly webhookUrl: string | null;
  /** The newest live credential, or null. Its secret is null if this server has no key that decrypts it. */
  readonly credential: { readonly credentialId: CredentialId; readonly secret: Buffer | null } | null;
}
