import { call } from './http.ts';
import type { Server } from './server.ts';

/** The metrics at one moment. */
export interface Scrape {
  /** Returns the value of a series by its name and labels; 0 if it has no value yet. */
  of(series: string): number;
  /** Returns the increase since an earlier scrape. */
  since(before: Scrape, series: string): number;
}

/** Reads the metrics of a server, as Prometheus does. */
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
