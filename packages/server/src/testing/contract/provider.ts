import { createServer, type IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from './http.ts';

/** A call that a provider received. */
export interface Called {
  method: string;
  /** The path and query, unchanged. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer of a provider. A body that is not a string is sent as JSON. */
export interface Given {
  status?: number;
  headers?: Record<string, string>;
  body?: Json;
  hang?: boolean;
}

/** A provider of tools on 127.0.0.1. It records its calls and gives configured answers. */
export interface Provider {
  origin: string;
  calls: Called[];
  /** Sets the answer of later calls. */
  give(answer: Given | ((call: Called) => Given)): void;
  close(): Promise<void>;
}

/** Starts a provider. It answers `{}` by default. */
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

/** Writes an operator's tools file and returns its path. */
export function toolsFile(content: Json): string {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-tools-')), 'tools.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Accepts any arguments that are strings. */
export const anyTexts = { type: 'object', additionalProperties: { type: 'string' } };
