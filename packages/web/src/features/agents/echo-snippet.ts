import type { AgentId, IssuedCredential } from '@parley/protocol';

export interface EchoSnippetInput {
  readonly baseUrl: string;
  readonly agentId: AgentId;
  readonly credential: IssuedCredential;
}

/** Commands that run the echo example as this agent. */
export function echoSnippet({ baseUrl, agentId, credential }: EchoSnippetInput): string {
  return [
    `export PARLEY_BASE_URL=${baseUrl}`,
    `export PARLEY_AGENT_ID=${agentId}`,
    `export PARLEY_CREDENTIAL_ID=${credential.credentialId}`,
    `export PARLEY_AGENT_SECRET=${credential.secret}`,
    'npx tsx examples/echo.ts',
  ].join('\n');
}
