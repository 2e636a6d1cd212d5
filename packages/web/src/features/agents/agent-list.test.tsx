import type { Agent, AgentConnection } from '@parley/protocol';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { agent } from '../../testing/samples.ts';
import { AgentList } from './agent-list.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('No request is expected.')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the list with one agent, and returns its text. */
function textOf(status: Agent['status'], state: AgentConnection['state']): string {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Infinity } });
  client.setQueryData(queryKeys.ownAgents, [{ ...agent, status }]);
  client.setQueryData(queryKeys.connection(agent.agentId), { state });
  render(
    <QueryClientProvider client={client}>
      <AgentList register={null} />
    </QueryClientProvider>,
  );
  return screen.getByRole('listitem').textContent;
}

it('does not call an agent live that has never connected', () => {
  const text = textOf('live', 'never');
  expect(text).toContain('Never connected');
  expect(text).not.toMatch(/live/i);
});

it('says that an agent is paused, instead of its connection', () => {
  const text = textOf('paused', 'never');
  expect(text).toContain('Paused');
  expect(text).not.toContain('Never connected');
});
