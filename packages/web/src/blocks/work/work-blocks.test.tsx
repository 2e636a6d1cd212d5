import type { ReadBlock } from '@parley/protocol';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BlockActionsContext } from '../block-context.ts';
import type { ApprovalFacts, BlockActions, TaskFacts } from '../block-context.ts';
import { Block } from '../block.tsx';
import { loadBlocks } from '../../testing/load-blocks.tsx';

beforeAll(loadBlocks);

afterEach(cleanup);

function show(block: ReadBlock, change: Partial<BlockActions> = {}): void {
  render(
    <BlockActionsContext value={{ choose: null, formStates: {}, author: 'Gardener', ...change }}>
      <Block block={block} />
    </BlockActionsContext>,
  );
}

describe('a task update', () => {
  const update: ReadBlock<'task_update'> = {
    type: 'task_update',
    task_id: 'tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
    status: 'in_progress',
  };
  const task = { title: 'Water the plants', instructions: 'Every Monday.', status: 'in_progress' } as const;
  const known = (facts: Partial<TaskFacts> = {}) => ({ useTask: () => ({ task, cancel: null, ...facts }) });

  it('shows what the task is and where it stands', () => {
    show(update, known());
    expect(screen.getByRole('heading', { name: 'Water the plants' })).toBeTruthy();
    expect(screen.getByText('In progress')).toBeTruthy();
    expect(screen.getByText('Every Monday.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows its state alone where the task is not known', () => {
    show(update);
    expect(screen.getByText('In progress')).toBeTruthy();
  });

  it('cancels after asking', () => {
    const cancel = vi.fn(() => Promise.resolve());
    show(update, known({ cancel }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel task' }));
    expect(cancel).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel task' }));
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('says why it was not cancelled', async () => {
    show(update, known({ cancel: () => Promise.reject(new Error('It is over already.')) }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel task' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel task' }));
    expect((await screen.findByRole('alert')).textContent).toBe('It is over already.');
  });

  it('says where the task stands now where that is another state, and is cancelled there', () => {
    show({ ...update, status: 'assigned' }, known({ cancel: () => Promise.resolve() }));
    expect(screen.getByText('now in progress')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('an approval request', () => {
  const request: ReadBlock = { type: 'approval_request', prompt: 'Pay for food', kind: 'charge', coin_amount: 3 };

  it('is read only where no more is known of it', async () => {
    show(request);
    expect(await screen.findByRole('heading', { name: 'Pay for food' })).toBeTruthy();
    expect(document.body.textContent).toContain('Gardener asks to be paid');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is decided with the words of the act where it is known', async () => {
    const decide = vi.fn();
    const facts: ApprovalFacts = {
      asker: 'Grower',
      action: 'Pay 3 coins to Gardener',
      facts: [{ label: 'Scope', value: 'coin.charge' }],
      bound: { amount: 3 },
      exact: { amount: 3 },
      balance: 97,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      wordsOfAgent: false,
      state: { kind: 'open' },
      decide,
    };
    show(request, { useApproval: () => facts });
    expect(await screen.findByText(/asks to be paid/u)).toHaveProperty('textContent', 'Grower asks to be paid');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Deny', 'Approve 3 coins']);
    fireEvent.click(screen.getByRole('button', { name: 'Approve 3 coins' }));
    expect(decide).toHaveBeenCalledWith('approved');
  });
});

it('names the agent that needs a person', () => {
  show({ type: 'needs_human', reason: 'Locked **out**.' });
  expect(screen.getByText('Gardener needs a person')).toBeTruthy();
});

it('shows a bar only where the agent told how far it is', () => {
  show({ type: 'progress', label: 'Packing' });
  expect(screen.queryByRole('progressbar')).toBeNull();
  show({ type: 'progress', label: 'Packing', percent: 40 });
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 40);
});
