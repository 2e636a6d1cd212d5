import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outbox } from '../../api/outbox.ts';
import { OutboxContext } from '../../api/use-outbox.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { me, roomId } from '../../testing/samples.ts';
import { Composer } from './composer.tsx';
import type { Stopping } from './composer.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(cleanup);

function show(props: { disabled?: boolean; stopping?: Stopping } = {}) {
  const send = vi.fn(() => Promise.resolve());
  const client = new QueryClient();
  client.setQueryData(queryKeys.session, me);
  render(
    <QueryClientProvider client={client}>
      <OutboxContext value={{ send } as unknown as Outbox}>
        <Composer conversationId={roomId} to="Echo" {...props} />
      </OutboxContext>
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Echo' });
  return { send, field, write: (value: string) => fireEvent.input(field, { target: { value } }) };
}

describe('the composer', () => {
  it('sends with Enter and is empty once the message is kept', async () => {
    const { send, field, write } = show();
    write('  Hello  ');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(send.mock.calls).toEqual([[roomId, 'Hello']]);
    expect(field.value).toBe('  Hello  ');
    await vi.waitFor(() => expect(field.value).toBe(''));
  });

  it('breaks the line with Shift+Enter and while an input method composes', () => {
    const { send, field, write } = show();
    write('Hello');
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(send).not.toHaveBeenCalled();
  });

  it('keeps what is typed while the message is being kept', async () => {
    const { send, field, write } = show();
    write('Hello');
    let kept = (): void => undefined;
    send.mockReturnValueOnce(new Promise<void>((resolve) => (kept = resolve)));
    fireEvent.keyDown(field, { key: 'Enter' });
    write('Hello, and');
    kept();
    await vi.waitFor(() => expect(field.value).toBe(', and'));
  });

  it('sends what is written next, too, where Enter comes before the first is kept', async () => {
    const { send, field, write } = show();
    let kept = (): void => undefined;
    send.mockReturnValueOnce(new Promise<void>((resolve) => (kept = resolve)));
    write('One');
    fireEvent.keyDown(field, { key: 'Enter' });
    write('Two');
    fireEvent.keyDown(field, { key: 'Enter' });
    kept();
    await vi.waitFor(() => expect(field.value).toBe(''));
    expect(send.mock.calls).toEqual([
      [roomId, 'One'],
      [roomId, 'Two'],
    ]);
  });

  it('does not send what is written after Enter was pressed twice for the same words', async () => {
    const { send, field, write } = show();
    let kept = (): void => undefined;
    send.mockReturnValueOnce(new Promise<void>((resolve) => (kept = resolve)));
    write('One');
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(field, { key: 'Enter' });
    write('One, and');
    kept();
    await vi.waitFor(() => expect(field.value).toBe(', and'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(send.mock.calls).toEqual([[roomId, 'One']]);
  });

  it('keeps the text, and says why, where the browser cannot keep the message', async () => {
    const { send, field, write } = show();
    write('Hello');
    send.mockRejectedValueOnce(new Error('No room on the disk.'));
    fireEvent.keyDown(field, { key: 'Enter' });
    expect((await screen.findByRole('alert')).textContent).toBe('No room on the disk.');
    expect(field.value).toBe('Hello');
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

  it('stops the answer by its button, which stands where Send stands, and by Ctrl and the full stop', () => {
    const stop = vi.fn();
    const { field } = show({ stopping: { stop, busy: false } });
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    fireEvent.keyDown(field, { key: '.', ctrlKey: true });
    expect(stop).toHaveBeenCalledTimes(2);
    fireEvent.keyDown(field, { key: '.' });
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('has one line while it is empty, whatever the length of its placeholder, and grows with its text', () => {
    const height = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockReturnValue(132);
    const { field, write } = show();
    expect(field.style.height).toBe('auto');
    write('Hello');
    expect(field.style.height).toBe('132px');
    write('');
    expect(field.style.height).toBe('auto');
    height.mockRestore();
  });

  it('sends what is typed also while an answer can be stopped', () => {
    const { send, field, write } = show({ stopping: { stop: vi.fn(), busy: false } });
    write('One more thing');
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(send).toHaveBeenCalledOnce();
    expect(field).toBeTruthy();
  });

  it('leaves the field by Escape and stops nothing, and stays in it while something else is open', () => {
    const stop = vi.fn();
    const { field } = show({ stopping: { stop, busy: false } });
    field.focus();
    const menu = document.createElement('div');
    menu.setAttribute('role', 'menu');
    document.body.append(menu);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(document.activeElement).toBe(field);
    menu.remove();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(document.activeElement).toBe(document.body);
    expect(stop).not.toHaveBeenCalled();
  });
});
