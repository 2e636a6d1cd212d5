import { createServer, type IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from './http.ts';

/** A call that a provider got. */
export interface Called {
  method: string;
  /** The path as it came over the wire, with the query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a provider answers: the body is sent as JSON unless it is a text already. */
export interface Given {
  status?: number;
  headers?: Record<string, string>;
  body?: Json;
  hang?: boolean;
}

/** A provider of tools on 127.0.0.1, which remembers its calls and answers as it is told. */
export interface Provider {
  origin: string;
  calls: Called[];
  /** What is answered from now on. */
  give(answer: Given | ((call: Called) => Given)): void;
  close(): Promise<void>;
}

/** Starts a provider; it answers `{}` until told otherwise. */
export async function startProvider(): Promise<Provider> {
  const calls: Called[] = [];
  let answer: (call: Called) => Given = () => ({ body: {} });
  const http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      const given = answer(call);
      if (given.hang) return;
      const isText = typeof given.body === 'string';
      const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
      response.writeHead(given.status ?? 200, { 'content-type': type, ...given.headers });
      response.end(isText ? given.body : given.body === undefined ? '' : JSON.stringify(given.body));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls,
    give: (next) => {
      answer = typeof next === 'function' ? next : () => next;
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Writes an operator's tools file and gives its path. */
export function toolsFile(content: Json): string {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-tools-')), 'tools.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Arguments of any kind, each a text. */
export const anyTexts = { type: 'object', additionalProperties: { type: 'string' } };
