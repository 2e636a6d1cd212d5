import type { ReadBlock } from '@parley/protocol';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Block } from '../block.tsx';
import { readChart } from './chart-data.ts';
import { formatValue } from './format-value.ts';
import { plotOf } from './plot.ts';

afterEach(cleanup);
// The app loads the drawing on demand; the tests load it at the start.
beforeAll(() => import('./chart-drawing.tsx'));

type Chart = ReadBlock<'chart'>;

function chart(change: Partial<Chart> = {}): Chart {
  return {
    type: 'chart',
    chart_type: 'bar',
    meta: { title: 'Visitors', footer: 'Counted' },
    x_key: 'day',
    series: [
      { data_key: 'foot', label: 'On foot', value_suffix: ' p.' },
      { data_key: 'car', label: 'By car' },
    ],
    data: [
      { day: 'Mon', foot: 34, car: 21 },
      { day: 'Tue', foot: 41, car: 25 },
    ],
    ...change,
  };
}

async function draw(change: Partial<Chart> = {}): Promise<HTMLElement> {
  render(<Block block={chart(change)} />);
  return screen.findByRole('group', { name: /chart$/u }, { timeout: 30_000 });
}

describe('Interaction blocks: a chart', () => {
  it.each(['bar', 'line', 'pie', 'scatter'] as const)('%s has a point for every value, which says it', async (kind) => {
    const data = [
      { day: 1, foot: 34, car: 21 },
      { day: 2, foot: 41, car: 25 },
    ];
    const drawing = await draw({ chart_type: kind, data });
    const names = within(drawing)
      .getAllByRole('img')
      .map((point) => point.getAttribute('aria-label'));
    expect(names).toHaveLength(4);
    expect(names).toContain(kind === 'pie' ? '1 · On foot: 34 p. (45 %)' : '1 · On foot: 34 p.');
  });

  it('is walked with the arrow keys, one Tab stop in all', async () => {
    const drawing = await draw();
    const point = (row: number, series: number) =>
      drawing.querySelector(`[data-point="${row}-${series}"]`) as SVGElement;
    expect(drawing.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    point(0, 0).focus();
    fireEvent.keyDown(drawing, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(point(1, 0));
    fireEvent.keyDown(drawing, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(point(1, 1));
    expect(screen.getByText('Tue · By car: 25')).toBeTruthy();
    fireEvent.keyDown(drawing, { key: 'ArrowDown' });
    fireEvent.keyDown(drawing, { key: 'Home' });
    expect(document.activeElement).toBe(point(0, 1));
  });

  it('has its numbers as a table, too', async () => {
    await draw({ x_axis_label: 'Day' });
    const cells = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(cells).toEqual(['Mon34 p.21', 'Tue41 p.25']);
    expect(screen.getByText('Counted')).toBeTruthy();
  });

  it('keeps to the axis that it asks for', () => {
    const plot = plotOf(readChart(chart({ chart_type: 'line', y_axis_min: -50, y_axis_max: 150 })), 480);
    expect(plot.up(-50)).toBeCloseTo(plot.bottom);
    expect(plot.up(150)).toBeCloseTo(plot.top);
    expect(plot.valueTicks.every(({ at }) => at >= plot.top - 1 && at <= plot.bottom + 1)).toBe(true);
  });

  it('stands on zero where it has bars', () => {
    const plot = plotOf(readChart(chart({ data: [{ day: 'Mon', foot: 340, car: 310 }] })), 480);
    expect(plot.up(0)).toBeCloseTo(plot.bottom);
  });

  it('lies down where it asks to', () => {
    const lying = readChart(chart({ layout: 'vertical' }));
    expect(lying.liesDown).toBe(true);
    expect(plotOf(lying, 480).rowTicks.map(({ text }) => text)).toEqual(['Mon', 'Tue']);
    expect(readChart(chart({ layout: 'vertical', chart_type: 'line' })).liesDown).toBe(false);
  });

  it('puts x values where their number is on a linear axis', () => {
    const data = [1, 2, 10].map((day) => ({ day, foot: day, car: day }));
    const linear = plotOf(readChart(chart({ chart_type: 'line', x_axis_scale: 'linear', data })), 480);
    expect(linear.along(2) - linear.along(1)).toBeCloseTo(8 * (linear.along(1) - linear.along(0)));
    const even = plotOf(readChart(chart({ chart_type: 'line', data })), 480);
    expect(even.along(2) - even.along(1)).toBeCloseTo(even.along(1) - even.along(0));
  });

  it.each([0, -3, 1e300, -1e300, Number.MAX_VALUE, 5e-324])('draws one value alone, %d', async (value) => {
    for (const kind of ['bar', 'line', 'scatter'] as const) {
      const drawing = await draw({ chart_type: kind, data: [{ day: 1, foot: value, car: value }] });
      expect(drawing.innerHTML).not.toContain('NaN');
      cleanup();
    }
  });

  it('draws a pie of nothing as an empty ring', async () => {
    const drawing = await draw({ chart_type: 'pie', data: [{ day: 'Mon', foot: 0, car: 0 }] });
    expect(drawing.innerHTML).not.toContain('NaN');
    expect(drawing.querySelectorAll('circle')).toHaveLength(2);
  });

  it('takes no member that every object has for a value', () => {
    expect(readChart(chart({ x_key: 'constructor' })).names).toEqual(['', '']);
  });
});

it.each([
  [1234.5678, {}, '1,234.5678'],
  [1234.5, { value_format: 'integer' }, '1,235'],
  [1234.5, { value_format: 'compact', value_prefix: '€ ' }, '€ 1.2K'],
  [1234.5, { value_format: 'raw', value_suffix: ' m' }, '1234.5 m'],
] as const)('reads %d with %j as %s', (value, look, text) => expect(formatValue(value, look)).toBe(text));
