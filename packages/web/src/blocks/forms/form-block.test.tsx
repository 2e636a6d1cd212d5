import type { ReadBlock } from '@parley/protocol';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setPerson } from '../../api/person.ts';
import { RequestError } from '../../api/request.ts';
import { BlockActionsContext } from '../block-context.ts';
import type { BlockActions } from '../block-context.ts';
import { Block } from '../block.tsx';
import { fieldAt, readValues } from './form-values.ts';
import { loadBlocks } from '../../testing/load-blocks.tsx';

beforeAll(loadBlocks);

afterEach(cleanup);

const block: ReadBlock<'form'> = {
  type: 'form',
  form_id: 'picnic',
  submit_label: 'Join',
  fields: [
    { name: 'name', label: 'Your name', field_type: 'text', required: true },
    { name: 'guests', label: 'Guests', field_type: 'number', required: true },
    { name: 'day', label: 'Day', field_type: 'date' },
    { name: 'dish', label: 'Dish', field_type: 'select', options: [{ label: 'Fruit', payload: 'fruit' }] },
  ],
};

let messages = 0;

function show(change: Partial<BlockActions> = {}, messageId = `msg_${(messages += 1)}`): void {
  const actions = { choose: null, formStates: {}, messageId, ...change };
  render(
    <BlockActionsContext value={actions}>
      <Block block={block} />
    </BlockActionsContext>,
  );
}

function type(label: RegExp, value: string): void {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
}

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Join' }));

describe('Interaction blocks: a form', () => {
  it('sends every field in its own type, once, and shows what was sent', async () => {
    const submitForm = vi.fn(() => Promise.resolve());
    show({ submitForm });
    type(/Your name/, 'Ada');
    type(/Guests/, '2.5');
    type(/Day/, '2026-06-01');
    fireEvent.change(screen.getByLabelText(/Dish/), { target: { value: 'fruit' } });
    const button = screen.getByRole('button', { name: 'Join' });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('You have answered this form.');
    const values = { name: 'Ada', guests: 2.5, day: '2026-06-01', dish: 'fruit' };
    expect(submitForm.mock.calls).toEqual([['picnic', values]]);
    expect(screen.getByText('Fruit')).toBeTruthy();
  });

  it('survives a reload half-filled, for whoever is signed in, until it is answered', async () => {
    setPerson('usr_ada');
    show({ submitForm: vi.fn(() => Promise.resolve()) }, 'msg_kept');
    type(/Your name/, 'Ada');
    cleanup();
    // The page's own memory is gone with the page.
    vi.resetModules();
    const { typedInto } = await import('./typed-answers.ts');
    expect(typedInto('msg_kept picnic').get('name')).toBe('Ada');
    show({ submitForm: vi.fn(() => Promise.resolve()) }, 'msg_kept');
    expect(screen.getByLabelText<HTMLInputElement>(/Your name/).value).toBe('Ada');
    cleanup();
    show({ formStates: { picnic: { answered: true } } }, 'msg_kept');
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('msg_kept'))).toEqual([]));
    setPerson(null);
  });

  it('leaves out what is optional and empty', async () => {
    const submitForm = vi.fn(() => Promise.resolve());
    show({ submitForm });
    type(/Your name/, 'Ada');
    type(/Guests/, '2');
    send();
    await waitFor(() => expect(submitForm).toHaveBeenCalledWith('picnic', { name: 'Ada', guests: 2 }));
  });

  it('leaves the focus at what came of it once it is sent', async () => {
    show({ submitForm: () => Promise.resolve() }, 'msg_focus');
    type(/Your name/, 'Ada');
    type(/Guests/, '2');
    screen.getByLabelText(/Guests/).focus();
    send();
    const status = (await screen.findByText('You have answered this form.')).closest('[role="status"]');
    await waitFor(() => expect(document.activeElement).toBe(status));
  });

  it('says at the field what is missing, leads to the first, and sends nothing', () => {
    const submitForm = vi.fn(() => Promise.resolve());
    show({ submitForm });
    type(/Guests/, '2');
    send();
    const input = screen.getByLabelText(/Your name/);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(input);
    expect(screen.getByText('Fill this in.').id).toBe(input.getAttribute('aria-describedby'));
    expect(submitForm).not.toHaveBeenCalled();
  });

  it('puts a refusal at the field that it names and keeps what was typed', async () => {
    const refusal = new RequestError('Too many.', { code: 'x', status: 400, path: '/guests', hint: 'At most 8.' });
    show({ submitForm: () => Promise.reject(refusal) });
    type(/Your name/, 'Ada');
    type(/Guests/, '99');
    send();
    expect(await screen.findByText('Too many. At most 8.')).toBeTruthy();
    expect(screen.getByLabelText(/Guests/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/Your name/)).toHaveProperty('value', 'Ada');
  });

  it('says any other refusal above the button', async () => {
    const refusal = new RequestError('Parley cannot be reached.', { code: 'unreachable', status: 0 });
    show({ submitForm: () => Promise.reject(refusal) });
    type(/Your name/, 'Ada');
    type(/Guests/, '9');
    send();
    expect((await screen.findByRole('alert')).textContent).toBe('Parley cannot be reached.');
    expect(screen.getByRole('button', { name: 'Join' })).toHaveProperty('disabled', false);
  });

  it('keeps what was typed while it is out of sight', () => {
    show({ submitForm: () => Promise.resolve() }, 'msg_kept');
    type(/Your name/, 'Half a na');
    cleanup();
    show({ submitForm: () => Promise.resolve() }, 'msg_kept');
    expect(screen.getByLabelText(/Your name/)).toHaveProperty('value', 'Half a na');
    cleanup();
    show({ submitForm: () => Promise.resolve() }, 'msg_other');
    expect(screen.getByLabelText(/Your name/)).toHaveProperty('value', '');
  });

  it('is read only where nothing can be answered, and says why', () => {
    show({ isLive: true });
    expect(screen.getByLabelText(/Your name/)).toHaveProperty('disabled', true);
    expect(screen.getByText('It can be answered once the message is complete.')).toBeTruthy();
  });

  it('says that it has been answered', () => {
    show({ formStates: { picnic: { answered: true } }, submitForm: () => Promise.resolve() });
    expect(screen.getByText('You have answered this form.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });

  it('sends with Enter and breaks a line with Shift', async () => {
    const submitForm = vi.fn(() => Promise.resolve());
    show({ submitForm });
    type(/Guests/, '1');
    type(/Your name/, 'Ada');
    fireEvent.keyDown(screen.getByLabelText(/Your name/), { key: 'Enter', shiftKey: true });
    expect(submitForm).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText(/Your name/), { key: 'Enter' });
    await waitFor(() => expect(submitForm).toHaveBeenCalledTimes(1));
  });
});

describe('answers', () => {
  const read = (answers: Record<string, string>) => readValues(block.fields, new Map(Object.entries(answers)));

  it.each([
    [{ guests: 'many' }, 'guests', 'Give a number.'],
    [{ guests: '1e999' }, 'guests', 'Give a number.'],
    [{ day: '2026-02-30' }, 'day', 'Give a day of the calendar.'],
    [{ dish: 'cake' }, 'dish', 'Pick one of the list.'],
    [{ name: 'a'.repeat(10_001) }, 'name', 'Shorten this to 10,000 characters.'],
  ])('are checked before they are sent', (change, name, words) => {
    const checked = read({ name: 'Ada', guests: '1', ...change });
    expect('faults' in checked && checked.faults.get(name)).toBe(words);
  });

  it('may have the name of what every object has', () => {
    const fields = [{ name: 'constructor', label: 'Builder', field_type: 'text', required: true }] as const;
    expect(readValues(fields, new Map([['constructor', 'Ada']]))).toEqual({ values: { constructor: 'Ada' } });
    expect(readValues(fields, new Map())).toHaveProperty('faults');
  });

  it('are found by the path of a refusal', () => {
    expect(fieldAt(block.fields, '/guests')).toBe('guests');
    expect(fieldAt(block.fields, '/fields/3/options')).toBe('dish');
    expect(fieldAt(block.fields, '/constructor')).toBeNull();
    expect(fieldAt(block.fields, null)).toBeNull();
  });
});
