import { escapeHtml } from './highlight.ts';

const [columnWidth, rowHeight, boxWidth, boxHeight] = [200, 78, 132, 36];

/**
 * A diagram of states in columns, from lines such as `pending -> approved: the person approves`. A state stands one column to the
 * right of the leftmost state that leads to it.
 */
export function stateDiagram(source: string): string {
  const moves = source
    .trim()
    .split('\n')
    .map((line) => /^(\w+) -> (\w+): (.+)$/.exec(line) ?? [])
    .map(([, from = '', to = '', words = '']) => ({ from, to, words }));
  const places = place(moves);
  const width = Math.max(...[...places.values()].map(({ column }) => column)) * columnWidth + boxWidth + 16;
  const height = (Math.max(...[...places.values()].map(({ row }) => row)) + 1) * rowHeight;
  const box = (name: string) => {
    const { column, row } = places.get(name) ?? { column: 0, row: 0 };
    return { x: 8 + column * columnWidth, y: 20 + row * rowHeight };
  };
  const boxes = [...places.keys()].map((name) => {
    const { x, y } = box(name);
    return `<rect class="actor" x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="8" />
<text class="name" x="${x + boxWidth / 2}" y="${y + 23}">${escapeHtml(name)}</text>`;
  });
  const arrows = moves.map(({ from, to, words }) => {
    const [a, b] = [box(from), box(to)];
    const [x1, y1, x2, y2] = [a.x + boxWidth, a.y + boxHeight / 2, b.x, b.y + boxHeight / 2];
    const bend = (x1 + x2) / 2;
    return `<path class="arrow" d="M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2 - 8} ${y2}" />
<path class="tip" d="M${x2 - 1} ${y2}l-9 -4.5v9z" />
<text class="words" x="${b.x + boxWidth / 2}" y="${b.y - 6}">${escapeHtml(words)}</text>`;
  });
  const said = moves.map(({ from, to, words }) => `${from} to ${to}: ${words}`).join('. ');
  return `<div class="diagram" tabindex="0" role="group" aria-label="Diagram"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(said)}">
${[...arrows, ...boxes].join('\n')}
</svg></div>\n`;
}

interface Place {
  readonly column: number;
  readonly row: number;
}

function place(moves: readonly { readonly from: string; readonly to: string }[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const used: number[] = [];
  const put = (name: string, column: number) => {
    if (places.has(name)) return;
    const row = used[column] ?? 0;
    used[column] = row + 1;
    places.set(name, { column, row });
  };
  for (const { from, to } of moves) {
    put(from, 0);
    put(to, (places.get(from)?.column ?? 0) + 1);
  }
  return places;
}
