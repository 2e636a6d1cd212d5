import { call } from './http.ts';
import type { Server } from './server.ts';

/** What /metrics said at one moment. */
export interface Scrape {
  /** A value by its name and labels as they stand there; 0 where nothing was counted yet. */
  of(series: string): number;
  /** How much more it is than it was. */
  since(before: Scrape, series: string): number;
}

/** Reads what a server measures of itself, as Prometheus does. */
export async function readMetrics({ baseUrl }: Pick<Server, 'baseUrl'>): Promise<Scrape> {
  const { text } = await call(`${baseUrl}/metrics`);
  const values = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
  const of = (series: string) => values.get(series) ?? 0;
  return { of, since: (before, series) => of(series) - before.of(series) };
}
