import type { ReadBlock } from '@parley/protocol';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { BlockActionsContext } from '../block-context.ts';
import { Blocks } from '../blocks.tsx';

afterEach(cleanup);

const thought: ReadBlock = { type: 'thinking', thinking: 'Look it up.', signature: 's', provenance: 'reported' };
const text: ReadBlock = { type: 'text', text: 'At five.' };

function use(id: string, name: string, input?: Record<string, unknown>): ReadBlock {
  return { type: 'tool_use', id, name, ...(input && { input }), provenance: 'reported' };
}

function result(id: string, content?: string, isError = false): ReadBlock {
  const more = content === undefined ? {} : { content };
  return { type: 'tool_result', tool_use_id: id, is_error: isError, ...more, provenance: 'reported' };
}

function show(blocks: readonly ReadBlock[], isLive = false): Element {
  const { container } = render(
    <BlockActionsContext value={{ choose: null, formStates: {}, isLive }}>
      <Blocks blocks={blocks} />
    </BlockActionsContext>,
  );
  return container;
}

it('folds thoughts and tools that stand together into one line', () => {
  const container = show([thought, use('1', 'almanac.sunset', { place: 'Bern' }), result('1', '17:04'), text]);
  expect(container.querySelectorAll('details')).toHaveLength(1);
  expect(screen.getByText('Used almanac.sunset · 2 steps')).toBeTruthy();
  expect(screen.getByText('as the agent reports')).toBeTruthy();
});

it('puts the answer of a tool below its tool, also where other things stand between', () => {
  const container = show([use('1', 'almanac', { a: 1 }), text, result('1', '17:04')]);
  expect(container.querySelectorAll('details')).toHaveLength(1);
  expect(container.querySelector('details')?.textContent).toContain('17:04');
});

it('shows an answer whose tool is not there by itself', () => {
  show([result('9', 'alone')]);
  expect(screen.getByText('alone')).toBeTruthy();
});

it('says what the agent is at while it writes', () => {
  show([thought, use('1', 'almanac')], true);
  expect(screen.getByText('Using almanac · 2 steps')).toBeTruthy();
});

it('is in the past once something stands behind the steps', () => {
  show([use('1', 'almanac'), text], true);
  expect(screen.getByText('Used almanac')).toBeTruthy();
});

it('counts what failed', () => {
  show([use('1', 'a'), result('1', 'no', true), use('2', 'b'), use('3', 'c')]);
  expect(screen.getByText('Used a, b and 1 more · 1 failed · 3 steps')).toBeTruthy();
});

it('is a line without a fold where the reader may see no more', () => {
  const container = show([use('1', 'almanac'), result('1')]);
  expect(container.querySelector('details')).toBeNull();
  expect(screen.getByText('Used almanac')).toBeTruthy();
});
