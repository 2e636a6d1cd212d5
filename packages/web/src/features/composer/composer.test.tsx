import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outbox } from '../../api/outbox.ts';
import { OutboxContext } from '../../api/use-outbox.ts';
import { roomId } from '../../testing/samples.ts';
import { Composer } from './composer.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

function show(props: { disabled?: boolean } = {}) {
  const send = vi.fn();
  render(
    <OutboxContext value={{ send } as unknown as Outbox}>
      <Composer conversationId={roomId} to="Echo" {...props} />
    </OutboxContext>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Echo' });
  return { send, field, write: (value: string) => fireEvent.change(field, { target: { value } }) };
}

describe('the composer', () => {
  it('sends with Enter and is empty again', () => {
    const { send, field, write } = show();
    write('  Hello  ');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(send.mock.calls).toEqual([[roomId, 'Hello']]);
    expect(field.value).toBe('');
  });

  it('breaks the line with Shift+Enter and while an input method composes', () => {
    const { send, field, write } = show();
    write('Hello');
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(send).not.toHaveBeenCalled();
  });

  it('keeps what was not sent with its room', () => {
    show().write('Half a thought');
    cleanup();
    expect(show().field.value).toBe('Half a thought');
  });

  it('sends nothing beyond the bound and says by how much it is over', () => {
    const { send, field, write } = show();
    write('a'.repeat(10_003));
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByText('3 too many')).toBeTruthy();
  });

  it('sends nothing where it is disabled', () => {
    const { send, field, write } = show({ disabled: true });
    write('Hello');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(send).not.toHaveBeenCalled();
  });
});
