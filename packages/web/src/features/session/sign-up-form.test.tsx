import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { SignUpForm } from './sign-up-form.tsx';

const fetching = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('offline')));
beforeEach(() => {
  fetching.mockClear();
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function fillIn(values: Readonly<Record<string, string>>): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SignUpForm />
    </QueryClientProvider>,
  );
  for (const [label, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  fireEvent.submit(screen.getByRole('button', { name: 'Create account' }).closest('form')!);
}

const invalid = () =>
  ['Your name', 'Username', 'Password'].filter(
    (label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true',
  );
const wholly = { 'Your name': 'Ada', Username: 'ada', Password: 'correct horse' };

it('says at each field what is wrong with it, goes to the first, and asks the server nothing', () => {
  fillIn({ 'Your name': 'Ada', Username: 'ada bad!', Password: 'short' });
  expect(invalid()).toEqual(['Username', 'Password']);
  const field = screen.getByLabelText('Username');
  expect(document.activeElement).toBe(field);
  const error = screen.getByText(/^Only a–z/u);
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(error.id);
  expect(fetching).not.toHaveBeenCalled();
  fireEvent.input(field, { target: { value: 'ada' } });
  expect(invalid()).toEqual(['Password']);
});

it('sends what is whole', async () => {
  fillIn(wholly);
  expect(invalid()).toEqual([]);
  await vi.waitFor(() => expect(fetching).toHaveBeenCalled());
});
