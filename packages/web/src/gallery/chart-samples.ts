import type { ReadBlock } from '@parley/protocol';

type Chart = ReadBlock<'chart'>;

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const onFoot = [34, 41, 58, 52, 73, 148, 131];
const byCar = [21, 25, 30, 44, 61, 120, 126];
const data = days.map((day, row) => ({ day, on_foot: onFoot[row] ?? 0, by_car: byCar[row] ?? 0 }));
const series = [
  { data_key: 'on_foot', label: 'On foot' },
  { data_key: 'by_car', label: 'By cable car' },
];

function chart(name: string, change: Partial<Chart> & Pick<Chart, 'chart_type'>) {
  const block: Chart = { type: 'chart', x_key: 'day', series, data, ...change };
  return { name: `chart, ${name}`, blocks: [block] };
}

export const chartSamples = [
  chart('bar', {
    chart_type: 'bar',
    meta: { title: 'Visitors of the summit', description: 'One week in June', footer: 'Counted at the gate' },
    x_axis_label: 'Day of the week',
  }),
  chart('bar, lying', { chart_type: 'bar', layout: 'vertical', meta: { title: 'The same, lying' } }),
  chart('bar, below zero', {
    chart_type: 'bar',
    series: [{ data_key: 'degrees', label: 'Degrees', value_suffix: ' °C', axis_label: 'Temperature' }],
    data: days.map((day, row) => ({ day, degrees: row * 3 - 9 })),
  }),
  chart('line', {
    chart_type: 'line',
    meta: { title: 'Two lines' },
    y_axis_min: 0,
    y_axis_max: 160,
    series: series.map((each) => ({ ...each, value_suffix: ' p.' })),
  }),
  chart('line, many', {
    chart_type: 'line',
    x_key: 'n',
    series: [{ data_key: 'v', label: 'Waves', value_format: 'compact' }],
    data: Array.from({ length: 100 }, (_, n) => ({ n, v: 20_000 + 9_000 * Math.sin(n / 7) })),
    x_axis_scale: 'linear',
    x_axis_label: 'Minutes',
  }),
  chart('pie', {
    chart_type: 'pie',
    meta: { title: 'What people drink at the top' },
    x_key: 'drink',
    series: [{ data_key: 'cups', label: 'Cups' }],
    data: [
      { drink: 'Tea', cups: 62 },
      { drink: 'Coffee', cups: 48 },
      { drink: 'Water', cups: 35 },
      { drink: 'Hot chocolate', cups: 17 },
    ],
  }),
  chart('pie, two', { chart_type: 'pie', meta: { title: 'Two wholes' } }),
  chart('scatter', {
    chart_type: 'scatter',
    meta: { title: 'The higher, the quieter' },
    x_key: 'metres',
    x_axis_label: 'Height above the sea',
    series: [{ data_key: 'decibels', label: 'Noise', axis_label: 'Decibels' }],
    data: [450, 700, 940, 1200, 1510, 1850, 2230, 2600].map((metres, row) => ({
      metres,
      decibels: [61, 58, 52, 49, 41, 38, 31, 29][row] ?? 0,
    })),
  }),
  chart('one value', { chart_type: 'scatter', x_key: 'x', series: [{ data_key: 'y' }], data: [{ x: 3, y: 0 }] }),
];
