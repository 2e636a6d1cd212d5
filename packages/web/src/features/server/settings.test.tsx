import type { ServerSetting } from '@parley/protocol';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { adminKeys } from '../../api/admin/keys.ts';
import { Settings } from './settings.tsx';

afterEach(cleanup);

it('shows every variable of the environment among the environment, and says of none that it is set when it is not', () => {
  const variable = { value: null, source: 'default', editable: false } as const;
  const settings: ServerSetting[] = [
    { name: 'rooms', value: 5000, source: 'default', editable: true },
    { name: 'DATABASE_URL', ...variable },
    { name: 'PARLEY_HOST', ...variable },
  ];
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Infinity } });
  client.setQueryData(adminKeys.settings, settings);
  render(
    <QueryClientProvider client={client}>
      <Settings />
    </QueryClientProvider>,
  );
  const environment = screen.getByRole('list', { name: 'The environment' });
  expect(
    within(environment)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.split(/(?=The default)/u)[0]),
  ).toEqual(['DATABASE_URL', 'PARLEY_HOST']);
  expect(screen.queryByText(/The environment sets it/u)).toBeNull();
});
