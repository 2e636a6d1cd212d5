import { escapeHtml } from './highlight.ts';

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly words: string;
  readonly isAnswer: boolean;
}

const [laneWidth, rowHeight, headHeight, margin] = [200, 44, 34, 16];

/**
 * A diagram of who says what to whom, from lines such as `Ada -> Parley: a message`; `-->` is an answer, and a line without an arrow
 * is a note over all. It is coloured by the page's style sheet.
 */
export function sequenceDiagram(source: string): string {
  const lines = source.trim().split('\n');
  const rows = lines.map(readLine);
  const actors = [...new Set(rows.flatMap((row) => (typeof row === 'string' ? [] : [row.from, row.to])))];
  const width = actors.length * laneWidth;
  const height = headHeight + rows.length * rowHeight + margin;
  const x = (actor: string) => actors.indexOf(actor) * laneWidth + laneWidth / 2;
  const heads = actors.map(
    (actor) => `<line class="lane" x1="${x(actor)}" y1="${headHeight}" x2="${x(actor)}" y2="${height}" />
<rect class="actor" x="${x(actor) - 62}" y="1" width="124" height="${headHeight - 2}" rx="8" />
<text class="name" x="${x(actor)}" y="${headHeight / 2 + 5}">${escapeHtml(actor)}</text>`,
  );
  const drawn = rows.map((row, index) => {
    const y = headHeight + index * rowHeight + 32;
    return typeof row === 'string' ? noteOver(row, width, y) : arrow(row, x, y);
  });
  const words = lines.map((line) => line.replace(/-+>/, 'to')).join('. ');
  return `<div class="diagram" tabindex="0" role="group" aria-label="Diagram"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(words)}">
${[...heads, ...drawn].join('\n')}
</svg></div>\n`;
}

function readLine(line: string): Arrow | string {
  const [, from, dash, to, words] = /^(.+?) (-+>) (.+?): (.+)$/.exec(line) ?? [];
  if (!from || !to || !words) return line;
  return { from, to, words, isAnswer: dash === '-->' };
}

function arrow({ from, to, words, isAnswer }: Arrow, x: (actor: string) => number, y: number): string {
  const [start, end] = [x(from), x(to)];
  const way = end > start ? 1 : -1;
  const kind = isAnswer ? 'arrow answer' : 'arrow';
  if (start === end) {
    return `<path class="${kind}" d="M${start} ${y - 10}h26v16h-20" />
<path class="tip" d="M${start + 2} ${y + 6}l8 -4v8z" />
<text class="words beside" x="${start + 34}" y="${y + 3}">${escapeHtml(words)}</text>`;
  }
  return `<path class="${kind}" d="M${start} ${y}H${end - way * 8}" />
<path class="tip" d="M${end - way * 1} ${y}l${-way * 9} -4.5v9z" />
<text class="words" x="${(start + end) / 2}" y="${y - 7}">${escapeHtml(words)}</text>`;
}

function noteOver(words: string, width: number, y: number): string {
  return `<rect class="note" x="8" y="${y - 18}" width="${width - 16}" height="26" rx="6" />
<text class="words" x="${width / 2}" y="${y}">${escapeHtml(words)}</text>`;
}
