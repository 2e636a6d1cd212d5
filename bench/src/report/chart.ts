import type { MeasureReport, RowReport } from './report.ts';
import { number } from './table.ts';

const width = 720;
const barHeight = 18;
const gap = 6;
const titleHeight = 34;
const nameWidth = 170;
const valueWidth = 150;
const barWidth = width - nameWidth - valueWidth;

/** Colours that hold their own on a white and on a dark page; the reader's setting chooses the text's. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .product { fill: #2f6fdd; }
  .other { fill: #8b949e; }
  .spread { stroke: #d1742f; stroke-width: 2; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .product { fill: #5b93f0; } .other { fill: #6e7681; } }`;

/** A measure as an SVG: for each row a bar for everyone, as long as its median, and a line from the least to the most. */
export function drawChart({ title, rows }: MeasureReport): string {
  let top = 0;
  const parts = rows.map((row) => {
    const part = `<g transform="translate(0 ${top})">${drawRow(row)}</g>`;
    top += titleHeight + row.contestants.length * (barHeight + gap) + gap;
    return part;
  });
  const box = `viewBox="0 0 ${width} ${top}" width="${width}" height="${top}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${escape(title)}">`;
  return [head, `<style>${style}</style>`, ...parts, '</svg>', ''].join('\n');
}

function drawRow({ title, unit, better, contestants }: RowReport): string {
  const longest = Math.max(...contestants.map(({ max }) => (Number.isFinite(max) ? max : 0)), Number.MIN_VALUE);
  const lengthOf = (value: number) => round((Math.max(0, Number.isFinite(value) ? value : 0) / longest) * barWidth);
  const direction = better === 'higher' ? 'more is better' : 'less is better';
  const bars = contestants.map(({ name, median, min, max }, place) => {
    const top = titleHeight + place * (barHeight + gap);
    const middle = top + barHeight / 2;
    const kind = place === 0 ? 'product' : 'other';
    return [
      `<text x="${nameWidth - 8}" y="${middle + 4}" text-anchor="end">${escape(name)}</text>`,
      `<rect class="${kind}" x="${nameWidth}" y="${top}" width="${lengthOf(median)}" height="${barHeight}" rx="3"/>`,
      `<line class="spread" x1="${nameWidth + lengthOf(min)}" x2="${nameWidth + lengthOf(max)}" y1="${middle}" y2="${middle}"/>`,
      `<text x="${nameWidth + lengthOf(Number.isFinite(max) ? max : 0) + 8}" y="${middle + 4}">${escape(number(median))}</text>`,
    ].join('');
  });
  return `<text class="title" x="0" y="20">${escape(`${title} (${unit}), ${direction}`)}</text>${bars.join('')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
