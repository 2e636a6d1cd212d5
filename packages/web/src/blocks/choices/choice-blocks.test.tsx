import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BlockActionsContext } from '../block-context.ts';
import { Block } from '../block.tsx';

afterEach(cleanup);

type AnyBlock = Parameters<typeof Block>[0]['block'];

function show(block: AnyBlock, say: ((text: string) => void) | null, chosen: string | null = null) {
  const choose = say && ((_block: AnyBlock, { text }: { readonly text: string }) => say(text));
  render(
    <BlockActionsContext value={{ choose, formStates: {}, chosen: () => chosen }}>
      <Block block={block} />
    </BlockActionsContext>,
  );
}

describe('choices', () => {
  it('Interaction blocks: send the payload of the pressed button as a message', () => {
    const say = vi.fn();
    show({ type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes please' }] }, say);
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(say.mock.calls).toEqual([['yes please']]);
  });

  it('Interaction blocks: send the payload of a card’s action as a message', () => {
    const say = vi.fn();
    show({ type: 'card', title: 'A room', actions: [{ label: 'Photos', payload: 'show me photos' }] }, say);
    fireEvent.click(screen.getByRole('button', { name: 'Photos' }));
    expect(say.mock.calls).toEqual([['show me photos']]);
  });

  it('Interaction blocks: ask for a purchase by the title of the card', () => {
    const say = vi.fn();
    show({ type: 'card', title: 'A room', purchase: { label: 'Book', reason: 'For a night.' } }, say);
    fireEvent.click(screen.getByRole('button', { name: 'Book' }));
    expect(say.mock.calls).toEqual([['purchase: A room']]);
  });

  it('show which of them was chosen, and are chosen of once', () => {
    const buttons = ['Yes', 'No'].map((label) => ({ label, payload: label.toLowerCase() }));
    const say = vi.fn();
    show({ type: 'buttons', buttons }, say, 'No');
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(say).not.toHaveBeenCalled();
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Yes', 'No (chosen)']);
  });

  it('send once where they are pressed twice in a row', () => {
    const say = vi.fn();
    show({ type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes' }] }, say);
    fireEvent.click(screen.getByRole('button'), { detail: 1 });
    fireEvent.click(screen.getByRole('button'), { detail: 2 });
    expect(say).toHaveBeenCalledTimes(1);
  });

  it('keep a card whole whose picture is gone', () => {
    const picture = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
    show({ type: 'card', title: 'A room', image_asset_id: picture, price: { amount: 1, unit: 'coin' } }, vi.fn());
    fireEvent.error(document.querySelector('img') as HTMLImageElement);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('1 coin')).toBeTruthy();
  });

  it('cannot be pressed where the room takes no message', () => {
    show({ type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes' }] }, null);
    expect(screen.getByRole('button', { name: 'Yes' })).toHaveProperty('disabled', true);
  });
});

it('Versioning: says of an unknown block that a newer app is needed', () => {
  show({ type: 'hologram' } as unknown as AnyBlock, null);
  expect(screen.getByText(/newer version/)).toBeTruthy();
});
