import type { Agent, Manifest } from '@parley/protocol';
import { agentPageWords } from '../../words/agent-page.ts';
import { manifestChangeWords as words } from '../../words/manifest-changes.ts';

/** Says in sentences what a manifest changes of an agent; none for a new agent, whose own manifest waits. */
export function manifestChanges(agent: Agent, next: Manifest): string[] {
  const asked = new Map(agent.requestedScopes.map(({ scope, reason }) => [scope, reason]));
  const asks = new Set(next.requested_scopes.map(({ scope }) => scope));
  const webhook = next.webhook_url ?? null;
  return [
    ...(next.name === agent.name ? [] : [words.name(agent.name, next.name)]),
    ...(next.handle === agent.handle ? [] : [words.handle(agent.handle, next.handle)]),
    ...(next.transport === agent.transport ? [] : [words.transport(agentPageWords.transports[next.transport])]),
    ...(webhook === (agent.webhookUrl ?? null) ? [] : [webhook === null ? words.noWebhook : words.webhook(webhook)]),
    ...(next.access === agent.access ? [] : [words.access(agentPageWords.accesses[next.access])]),
    ...next.requested_scopes
      .filter(({ scope, reason }) => asked.get(scope) !== reason)
      .map(({ scope, reason }) => words.asks(scope, reason)),
    ...[...asked.keys()].filter((scope) => !asks.has(scope)).map(words.asksNoMore),
    ...(next.description === agent.description ? [] : [words.description(next.description)]),
    ...((next.avatar_asset_id ?? null) === agent.avatarAssetId ? [] : [words.picture]),
    ...((next.homepage ?? null) === agent.homepage ? [] : [words.homepage(next.homepage ?? '–')]),
  ];
}
