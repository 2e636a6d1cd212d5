import type { AgentId, WaitingConsent } from '@parley/protocol';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { queryKeys } from '../../api/query-keys.ts';
import { ConsentCard } from './consent-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const agentId = 'agt_1' as AgentId;

/** Shows a card for scopes of an agent's own, of which the first was just refused. */
function show(scopes: readonly { readonly scope: string; readonly title: string; readonly reason: string }[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(queryKeys.membership(agentId), { requestedScopes: scopes, grantedScopes: [] });
  const tried = scopes.map((scope, index) => ({ ...scope, triedAt: index === 0 ? '2026-01-01T00:00:00Z' : null }));
  render(
    <QueryClientProvider client={client}>
      <ConsentCard consent={{ kind: 'consent', agentId, scopes: tried } as unknown as WaitingConsent} />
    </QueryClientProvider>,
  );
}

it('keeps an agent’s own title of a scope out of the rows of the platform', () => {
  const title = 'Only read (coin.read)';
  show([{ scope: 'garden.pay', title, reason: 'To buy plants.' }]);
  const [platform, own] = screen.getAllByRole('group');
  expect(platform?.textContent).toBe('What Parley knowsScopegarden.pay');
  expect(within(own as HTMLElement).getByText(title)).toBeTruthy();
});

it('§27 waits until every scope that it asks for was in view', async () => {
  const targets: Element[] = [];
  let tell: (entries: object[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(given: typeof tell) {
        tell = given;
      }
      observe = (target: Element) => targets.push(target);
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  show(['a', 'b', 'c'].map((name) => ({ scope: `garden.${name}`, title: name, reason: 'To water.' })));
  const see = (seen: readonly Element[]) => act(() => tell(seen.map((target) => ({ target, isIntersecting: true }))));
  const grant = screen.getByRole('button', { name: 'Grant 1 of 3' });
  const rows = new Set(targets);
  expect(rows.size).toBe(3);
  await see([...rows].slice(0, 2));
  expect(grant.getAttribute('aria-disabled')).toBe('true');
  await see([...rows].slice(2));
  expect(grant.getAttribute('aria-disabled')).toBeNull();
});
