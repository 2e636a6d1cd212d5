import { catalogue } from './catalogue.ts';

/** Texts about the credentials of an agent. */
export const credentialWords = catalogue('credentialWords', {
  title: 'Credentials',
  issue: 'Issue a credential',
  loading: 'Loading credentials',
  newOne: 'A new credential',
  table: 'Issued credentials',
  columns: ['Credential', 'Issued', 'Last used', 'State'],
  never: 'Never',
  revoked: 'Revoked',
  revokeMenu: 'Revoke…',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this credential?',
  revokeText: (id: string) => `Whatever uses ${id} is refused from now on, and its open streams close.`,

  shownOnce: 'The secret is shown this once.',
  copyNow: 'Copy it now; Parley cannot show it again.',
  agentId: 'Agent ID',
  id: 'Credential ID',
  secret: 'Secret',
  webhookSecret: 'Webhook secret',
  webhookSecretHint: 'The webhook secret is the same secret in the form that Standard Webhooks libraries take.',
  copy: (what: string) => `Copy ${what}`,
  setIt: 'Set it where the agent runs',
});
