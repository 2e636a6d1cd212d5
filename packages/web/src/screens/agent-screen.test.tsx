import type { Agent } from '@parley/protocol';
import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { agent as known, me } from '../testing/samples.ts';
import { showSignedIn } from '../testing/show-signed-in.tsx';
import { AgentScreen } from './agent-screen.tsx';
import { ConnectAgentScreen } from './connect-agent-screen.tsx';

const { agentId } = known;
const agent = {
  ...known,
  ownerUserId: me.userId,
  description: 'It repeats.',
  status: 'live',
  access: 'public',
  transport: 'relay',
  webhookUrl: null,
  requestedScopes: [],
  tools: [],
} as unknown as Agent;
const credential = { credentialId: 'crd_1', createdAt: me.createdAt, lastUsedAt: null, revokedAt: null };
const answers = {
  [`/v1/agents/${agentId}`]: { item: agent },
  [`/v1/agents/${agentId}/credentials`]: { items: [credential] },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Returns the levels of the headings, as they follow each other. */
const levels = () => screen.getAllByRole('heading').map(({ tagName }) => tagName);

it('has one region with each name on the page of an agent', async () => {
  showSignedIn(<AgentScreen agentId={agentId} />, { answers });
  await screen.findByText('crd_1');
  const names = screen.getAllByRole('region').map((region) => {
    const labelled = region.getAttribute('aria-labelledby');
    return region.getAttribute('aria-label') ?? document.getElementById(labelled ?? '')?.textContent;
  });
  expect(names).toContain('Credentials');
  expect(new Set(names).size).toBe(names.length);
});

it('has a heading where there is no such agent', async () => {
  showSignedIn(<AgentScreen agentId={agentId} />, { answers: { [`/v1/agents/${agentId}`]: 404 } });
  await screen.findByRole('alert');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Agent');
});

it('skips no level of headings on the page that connects an agent', async () => {
  showSignedIn(<ConnectAgentScreen agentId={agentId} />, { answers });
  await screen.findByRole('heading', { name: /In an empty folder/ });
  expect(levels()).toEqual(['H1', 'H2', 'H2', 'H2']);
});
