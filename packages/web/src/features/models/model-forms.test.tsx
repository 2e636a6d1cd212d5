import type { AgentModel, ModelOffer } from '@parley/protocol';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../api/query-keys.ts';
import { agent } from '../../testing/samples.ts';
import { AddModelForm } from './add-model-form.tsx';
import { AgentModelSection } from './agent-model.tsx';

const url = 'https://models.example/v1';
const house: ModelOffer = {
  offerId: 'house',
  name: 'House',
  models: ['small'],
  dailyLimit: null,
  prices: null,
  images: true,
};
const stored: AgentModel = {
  agentId: agent.agentId,
  offerId: null,
  url,
  model: 'tiny',
  hasKey: false,
  instructions: null,
  tools: [],
  images: false,
  prices: null,
  dailyLimit: null,
  state: 'running',
  since: '2026-03-01T09:00:00.000Z',
  failure: null,
  createdAt: '2026-03-01T09:00:00.000Z',
};

/** The changes that were sent. */
let sent: unknown[];
let answered: AgentModel;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (_path: string, options?: RequestInit) => {
    if (options?.method === 'PATCH') sent.push(JSON.parse(options.body as string));
    return Promise.resolve(Response.json({ item: answered, items: [] }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const readsImages = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^It reads images/ });
const write = (name: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });

describe('the form that adds a model', () => {
  function show(offers: readonly ModelOffer[] = []) {
    const onSubmit = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <AddModelForm offers={offers} tools={[]} failure={null} isSending={false} onSubmit={onSubmit} />
      </QueryClientProvider>,
    );
    return { onSubmit, add: () => fireEvent.click(screen.getByRole('button', { name: 'Add and write to it' })) };
  }

  it.each([
    ['says that a model at an address reads images, if the person does', true, { images: true }],
    ['says nothing of images otherwise', false, {}],
  ])('%s', (_title, isChecked, images) => {
    const { onSubmit, add } = show();
    write('Address', url);
    write('Model', 'tiny');
    write('Name', 'Tiny');
    expect(readsImages().checked).toBe(false);
    if (isChecked) fireEvent.click(readsImages());
    add();
    expect(onSubmit.mock.calls).toEqual([[{ name: 'Tiny', url, model: 'tiny', tools: [], ...images }]]);
  });

  it('cannot be sent while the address is asked for its models, which fills in the model', async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    const { onSubmit, add } = show();
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add and write to it' });
    write('Address', url);
    write('Name', 'Tiny');
    fireEvent.click(screen.getByRole('button', { name: 'List its models' }));
    await vi.waitFor(() => expect(button().disabled).toBe(true));
    answer(Response.json({ items: [{ id: 'tiny' }], url }));
    await vi.waitFor(() => expect(button().disabled).toBe(false));
    add();
    expect(onSubmit.mock.calls).toEqual([[{ name: 'Tiny', url, model: 'tiny', tools: [] }]]);
  });

  it('tells what the address says that the chosen model costs', async () => {
    const items = [
      { id: 'tiny', prices: { input: 2.5, output: 10, currency: 'USD' } },
      { id: 'large', prices: null },
    ];
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items, url })));
    show();
    screen.getByText(/^As the service bills them/);
    write('Address', url);
    fireEvent.click(screen.getByRole('button', { name: 'List its models' }));
    await screen.findByText(/^The address says \$2\.50 for tokens read and \$10\.00 for tokens written/);
  });

  it('asks nothing of images about a model that the server offers', () => {
    const { onSubmit, add } = show([house]);
    fireEvent.click(screen.getByRole('radio', { name: 'At an address of yours' }));
    fireEvent.click(readsImages());
    fireEvent.click(screen.getByRole('radio', { name: /^House/ }));
    expect(screen.queryByRole('checkbox', { name: /^It reads images/ })).toBeNull();
    write('Name', 'Mine');
    add();
    expect(onSubmit.mock.calls).toEqual([[{ name: 'Mine', offerId: 'house', model: 'small', tools: [] }]]);
  });
});

describe('the model on the page of its agent', () => {
  function show(model: AgentModel) {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    client.setQueryData(queryKeys.agentModel(agent.agentId), model);
    client.setQueryData(queryKeys.modelDays(agent.agentId), []);
    client.setQueryData(queryKeys.modelChoices, { offers: [house], tools: [] });
    render(
      <QueryClientProvider client={client}>
        <AgentModelSection agentId={agent.agentId} />
      </QueryClientProvider>,
    );
    return {
      change: () => fireEvent.click(screen.getByRole('button', { name: 'Change the model' })),
      save: () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' })),
    };
  }

  it.each([false, true])('says whether it reads images, and changes that alone: %s at first', async (images) => {
    answered = { ...stored, images: !images };
    const { change, save } = show({ ...stored, images });
    expect(screen.queryByText('Reads images') !== null).toBe(images);
    change();
    expect(readsImages().checked).toBe(images);
    fireEvent.click(readsImages());
    save();
    await vi.waitFor(() => expect(screen.queryByText('Reads images') !== null).toBe(!images));
    expect(sent).toEqual([{ images: !images }]);
  });

  it('begins without images at an address after a model of the server', async () => {
    answered = { ...stored, images: true };
    const { change, save } = show({ ...stored, offerId: 'house', url: null, model: 'small', images: true });
    expect(screen.queryByText('Reads images')).not.toBeNull();
    change();
    expect(screen.queryByRole('checkbox', { name: /^It reads images/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'At an address of yours' }));
    expect(readsImages().checked).toBe(false);
    write('Address', url);
    write('Model', 'tiny');
    fireEvent.click(readsImages());
    save();
    await vi.waitFor(() => expect(sent).toEqual([{ url, model: 'tiny', images: true }]));
  });
});
