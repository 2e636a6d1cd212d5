import { catalogue } from './catalogue.ts';

/** Texts about charts. */
export const chartWords = catalogue('chartWords', {
  kind: 'Chart',
  drawing: 'Drawing the chart',
  numbers: 'The numbers',
  notDrawn: 'The drawing could not be loaded. Its numbers are below.',
  titles: { bar: 'Bar chart', line: 'Line chart', pie: 'Pie chart', scatter: 'Scatter chart' },
  drawn: {
    bar: (title: string) => `${title}, bar chart`,
    line: (title: string) => `${title}, line chart`,
    pie: (title: string) => `${title}, pie chart`,
    scatter: (title: string) => `${title}, scatter chart`,
  },
  more: (count: number) => `and ${count} more, below`,
});
