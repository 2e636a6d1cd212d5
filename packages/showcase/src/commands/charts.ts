import { buttons, chart, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

const hikers = [
  ['Mon', 34, 21],
  ['Tue', 41, 25],
  ['Wed', 58, 30],
  ['Thu', 52, 44],
  ['Fri', 73, 61],
  ['Sat', 148, 120],
  ['Sun', 131, 126],
].map(([day, onFoot, byCar]) => ({ day: day as string, on_foot: onFoot as number, cable_car: byCar as number }));

const series = [
  { data_key: 'on_foot', label: 'On foot' },
  { data_key: 'cable_car', label: 'By cable car' },
];

export const barChart = chart({
  chart_type: 'bar',
  meta: { title: 'Visitors of the summit', description: 'One week in June', footer: 'Counted at the gate' },
  x_key: 'day',
  series,
  data: hikers,
});

export const lineChart = chart({
  chart_type: 'line',
  meta: { title: 'Temperature at the hut' },
  x_key: 'hour',
  series: [{ data_key: 'degrees', label: 'Temperature', value_suffix: ' °C' }],
  data: [4, 3, 3, 7, 13, 17, 18, 14, 9].map((degrees, index) => ({
    hour: `${String(index * 3).padStart(2, '0')}:00`,
    degrees,
  })),
});

export const pieChart = chart({
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
});

export const scatterChart = chart({
  chart_type: 'scatter',
  meta: { title: 'The higher, the quieter' },
  x_key: 'metres',
  x_axis_label: 'Height above the sea',
  series: [{ data_key: 'decibels', label: 'Noise', axis_label: 'Decibels' }],
  data: [
    [450, 61],
    [700, 58],
    [940, 52],
    [1200, 49],
    [1510, 41],
    [1850, 38],
    [2230, 31],
    [2600, 29],
  ].map(([metres, decibels]) => ({ metres: metres as number, decibels: decibels as number })),
});

const kinds = buttons(['chart bar', 'chart line', 'chart pie', 'chart scatter']);

export const chartCommands: Command[] = [
  {
    name: 'chart',
    aliases: ['charts', 'chart bar', 'bar chart'],
    run: (ctx) => ctx.reply([text('A bar chart. I also know lines, pies and scatter plots:'), barChart, kinds]),
  },
  { name: 'chart line', aliases: ['line', 'line chart'], run: (ctx) => ctx.reply([lineChart, kinds]) },
  { name: 'chart pie', aliases: ['pie', 'pie chart'], run: (ctx) => ctx.reply([pieChart, kinds]) },
  { name: 'chart scatter', aliases: ['scatter', 'scatter plot'], run: (ctx) => ctx.reply([scatterChart, kinds]) },
];
