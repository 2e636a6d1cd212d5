import type { StandingGrant } from '@parley/protocol';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { agent, roomId } from '../../testing/samples.ts';
import { StandingGrants } from './standing-grants.tsx';

const dayMs = 86_400_000;
let serverMs: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  serverMs = () => Date.now();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows the grants of a server on which this one ends in so many milliseconds. */
function show(endsInMs: number) {
  const untilMs = serverMs() + endsInMs;
  const grant = (): StandingGrant => ({
    grantId: 'sgr_1',
    agentId: agent.agentId,
    tool: 'coin.charge',
    requestedScope: 'coin.charge',
    conversationId: roomId,
    equal: [],
    max: [{ path: '/amount', perCall: null, total: 10, spent: 3 }],
    uses: null,
    used: 1,
    until: new Date(untilMs).toISOString(),
    state: isEnded ? 'revoked' : serverMs() >= untilMs ? 'expired' : 'active',
    invalidReason: null,
    createdAt: new Date(0).toISOString(),
    lastUsedAt: new Date(0).toISOString(),
    approvalId: 'apr_1',
  });
  const reads: string[] = [];
  let isEnded = false;
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST' || method === 'DELETE') isEnded = true;
    if (!path.startsWith('/v1/standing-grants')) return Promise.resolve(Response.json({ items: [], item: null }));
    reads.push(path);
    return Promise.resolve(Response.json({ items: [grant()], nextCursor: null }));
  });
  const client = createQueryClient();
  client.setQueryData(queryKeys.standingGrants, [grant()]);
  render(
    <QueryClientProvider client={client}>
      <StandingGrants agentId={agent.agentId} name={agent.name} />
    </QueryClientProvider>,
  );
  return reads;
}

const isListed = () => screen.queryByRole('article', { name: /^Echo may charge/ }) !== null;
const hasEnded = () => screen.queryByRole('button', { name: 'Ended (1)' }) !== null;

it('lists a permission as ended when its time is over, with one request and no signal', async () => {
  const reads = show(600_000);
  await vi.advanceTimersByTimeAsync(599_000);
  expect([isListed(), hasEnded(), reads.length]).toEqual([true, false, 0]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([isListed(), hasEnded(), reads.length]).toEqual([false, true, 1]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toHaveLength(1);
});

it('reads again until the server says that it ended, where the clock of the server is behind', async () => {
  serverMs = () => Date.now() - 60_000;
  const reads = show(10_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([isListed(), hasEnded()]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([isListed(), hasEnded()]).toEqual([false, true]);
  expect(reads.length).toBeLessThan(8);
});

it('does not read early for an end that is further away than a timer may be', async () => {
  const reads = show(30 * dayMs);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([isListed(), reads.length]).toEqual([true, 0]);
});

it('announces that a permission was ended, in a region that was there before', async () => {
  show(600_000);
  const article = within(screen.getByRole('article', { name: /^Echo may charge/ }));
  const status = article.getByRole('status');
  expect(status.textContent).toBe('');
  fireEvent.click(article.getByRole('button', { name: /^End: / }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(status.textContent).toBe('Ended by you.');
  expect(status.isConnected).toBe(true);
});
