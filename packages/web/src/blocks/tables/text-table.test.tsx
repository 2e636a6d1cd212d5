import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toCsv } from './csv.ts';
import { isNumber, sortRows } from './sort-rows.ts';
import { TextTable } from './text-table.tsx';

afterEach(cleanup);

const rows = [
  ['Thyme', '10 '],
  ['mint', '9'],
  ['', ''],
  ['Balm', '1,000'],
];

describe('a table', () => {
  const firstColumn = () => [...document.querySelectorAll('tbody tr')].map((row) => row.firstChild?.textContent);

  it('sorts by a column: up, down, and as it came', () => {
    render(<TextTable caption="Herbs" columns={['Herb', 'Minutes']} rows={rows} />);
    const press = () => fireEvent.click(screen.getByRole('button', { name: 'Minutes' }));
    press();
    expect(firstColumn()).toEqual(['mint', 'Thyme', 'Balm', '']);
    expect(screen.getByRole('columnheader', { name: 'Minutes' }).getAttribute('aria-sort')).toBe('ascending');
    press();
    expect(firstColumn()).toEqual(['Balm', 'Thyme', 'mint', '']);
    press();
    expect(firstColumn()).toEqual(['Thyme', 'mint', '', 'Balm']);
  });

  it('is copied as it is sorted', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    render(<TextTable caption="Herbs" columns={['Herb', 'Minutes']} rows={rows.slice(0, 2)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Herb' }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(writeText).toHaveBeenCalledWith('Herb,Minutes\r\nmint,9\r\nThyme,10 \r\n');
    await screen.findByText('Copied');
    vi.unstubAllGlobals();
  });

  it('without rows says so and offers no sorting', () => {
    render(<TextTable caption="Herbs" columns={['Herb']} rows={[]} />);
    expect(screen.getByText('No rows')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Herb' })).toBeNull();
  });
});

it('sorts words without regard to case, and numbers in words by their size', () => {
  expect(sortRows([['b10'], ['B9'], ['a']], { column: 0, descends: false })).toEqual([['a'], ['B9'], ['b10']]);
});

it('knows numbers from what begins like one', () => {
  expect(['1', '-1.5', '1,000', '12 %', ' 7 '].every(isNumber)).toBe(true);
  expect(['', '-', '1-2', '12 min', '1.2.3', '%'].some(isNumber)).toBe(false);
});

it('writes no cell that a spreadsheet would run, and leaves numbers alone', () => {
  const cells = ['=1+1', '@SUM(A1)', '+cmd|x', '-2+3', '\t=1', '-5', '+1.5', 'a,b', 'say "hi"', 'two\nlines'];
  expect(toCsv(['x'], [cells])).toBe(
    `x\r\n'=1+1,'@SUM(A1),'+cmd|x,'-2+3,'\t=1,-5,+1.5,"a,b","say ""hi""","two\nlines"\r\n`,
  );
});
