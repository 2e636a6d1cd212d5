import type * as english from '../charts.ts';
import type { Translation } from '../translation.ts';

export const chartWords: Translation<typeof english.chartWords> = {
  kind: 'Diagramm',
  drawing: 'Das Diagramm wird gezeichnet',
  numbers: 'Die Zahlen',
  notDrawn: 'Die Zeichnung konnte nicht geladen werden. Ihre Zahlen stehen unten.',
  titles: { bar: 'Balkendiagramm', line: 'Liniendiagramm', pie: 'Kreisdiagramm', scatter: 'Streudiagramm' },
  drawn: {
    bar: (title) => `${title}, Balkendiagramm`,
    line: (title) => `${title}, Liniendiagramm`,
    pie: (title) => `${title}, Kreisdiagramm`,
    scatter: (title) => `${title}, Streudiagramm`,
  },
  more: (count) => `und ${count} weitere, unten`,
};
