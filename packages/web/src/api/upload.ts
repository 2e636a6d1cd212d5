import type { Asset } from '@parley/protocol';
import { connectionFaultWords } from '../words/connection.ts';
import { callerHeaders } from './person.ts';
import { RequestError, toRequestError } from './request.ts';

export interface Upload {
  readonly done: Promise<Asset>;
  readonly cancel: () => void;
}

/** Uploads a file and reports progress from 0 to 1. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function upload(file: File, onProgress: (part: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<Asset>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const parsed = parse(request.responseText);
      if (request.status === 201 && parsed !== null) return resolve((parsed as { item: Asset }).item);
      reject(toRequestError(new Response(null, { status: request.status }), parsed));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(unreachable());
  });
  const body = new FormData();
  body.set('file', file, file.name || 'file');
  request.open('POST', '/v1/assets');
  request.setRequestHeader('accept', 'application/json');
  for (const [name, value] of Object.entries(callerHeaders())) request.setRequestHeader(name, value);
  request.send(body);
  return { done, cancel: () => request.abort() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unreachable(): RequestError {
  return new RequestError(connectionFaultWords.unreachable, { code: 'unreachable', status: 0 });
}
