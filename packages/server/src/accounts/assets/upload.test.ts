import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { formWith, png, upload, uploaded } from '../../testing/contract/files.ts';
import { call, refusalOf } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { idOf, time } from '../../testing/contract/shapes.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startTestServer();
  ann = await signUp(server);
});
afterAll(() => server.stop());

const folder = (name: string) => join(server.app.config.dataDir, 'assets', name);
const filesIn = async (name: string): Promise<string[]> =>
  (await readdir(folder(name), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('uploading as a person', () => {
  it('answers 201 with what the bytes are, whatever the form says', async () => {
    const answer = await upload(ann, png, 'pixel.txt', 'text/plain');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      item: {
        assetId: expect.stringMatching(idOf('ast')),
        mime: 'image/png',
        sizeBytes: png.length,
        filename: 'pixel.txt',
        createdAt: expect.stringMatching(time),
      },
    });
  });

  it.each([
    ['plain text', 'Hello', 'hello.txt'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'page.html'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'x.svg'],
    ['XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'x.svg'],
  ])('takes %s for bytes of no known type', async (_kind, text, filename) => {
    const { body } = await upload(ann, Buffer.from(text), filename, 'image/svg+xml');
    expect(body.item.mime).toBe('application/octet-stream');
    expect(body.item.filename).toBe(filename);
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\photo.png', 'photo.png'],
    ['..', 'file.png'],
    ['grüße 👋.png', 'grüße 👋.png'],
    ['\u202egnp.exe', 'gnp.exe'],
  ])('keeps no path and nothing odd of the name %j', async (given, kept) => {
    expect((await upload(ann, png, given)).body.item.filename).toBe(kept);
  });

  it('takes exactly 25 MiB and refuses a byte more, leaving nothing behind', async () => {
    const full = await upload(ann, Buffer.alloc(limits.uploadBytes, 1));
    expect(full.status).toBe(201);
    expect(full.body.item.sizeBytes).toBe(limits.uploadBytes);
    const before = await filesIn('kept');
    const more = await upload(ann, Buffer.alloc(limits.uploadBytes + 1, 1));
    expect(more.status).toBe(413);
    expect(more.body.error.code).toBe('payload_too_large');
    expect(await filesIn('kept')).toEqual(before);
    expect(await filesIn('incoming')).toEqual([]);
  });

  it('refuses a form without a file, with two, with an empty one and with one of another name', async () => {
    const none = new FormData();
    none.append('note', 'hello');
    const two = formWith(png);
    two.append('file', new Blob([new Uint8Array(png)]), 'second.png');
    const other = new FormData();
    other.append('picture', new Blob([new Uint8Array(png)]), 'picture.png');
    for (const form of [none, two, other, new FormData(), formWith(Buffer.alloc(0))]) {
      const answer = await ann.send('POST', '/v1/assets', { body: form });
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('malformed_request');
    }
    expect((await ann.send('POST', '/v1/assets', { body: two })).body.error.message).toContain('more than one file');
    expect((await upload(ann, Buffer.alloc(0))).body.error.message).toContain('empty');
    expect(await filesIn('incoming')).toEqual([]);
  });

  it('refuses a form that breaks off or has no boundary', async () => {
    const bad = [
      { type: 'multipart/form-data', body: 'x' },
      {
        type: 'multipart/form-data; boundary=b',
        body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
      },
    ];
    for (const { type, body } of bad) {
      const answer = await ann.send('POST', '/v1/assets', { body, headers: { 'content-type': type } });
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('malformed_request');
    }
    expect(await filesIn('incoming')).toEqual([]);
  });

  it('answers 415 to anything but a form', async () => {
    for (const type of ['application/json', 'image/png', 'text/plain']) {
      const answer = await ann.send('POST', '/v1/assets', { body: '{}', headers: { 'content-type': type } });
      expect(answer.status).toBe(415);
      expect(answer.body.error.message).toContain('multipart/form-data');
    }
    expect((await ann.send('POST', '/v1/assets')).status).toBe(415);
  });

  it('needs a session and refuses other sites', async () => {
    const stranger = await call(`${server.baseUrl}/v1/assets`, { method: 'POST', body: formWith(png) });
    expect(stranger.status).toBe(401);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await ann.send('POST', '/v1/assets', { body: formWith(png), headers })).status).toBe(403);
  });

  it('leaves nothing of an upload that is cut off halfway', async () => {
    const before = await filesIn('kept');
    const cut = new Promise<void>((resolve) => {
      const headers = { cookie: ann.cookie, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5e6 };
      const going = request(`${server.baseUrl}/v1/assets`, { method: 'POST', headers });
      going.on('error', () => resolve());
      going.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
      going.write(Buffer.alloc(1e6), () => setTimeout(() => going.destroy(), 100));
    });
    await cut;
    await expect.poll(() => filesIn('incoming')).toEqual([]);
    expect(await filesIn('kept')).toEqual(before);
  });

  it('keeps the very bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) % 251));
    const id = await uploaded(ann, bytes);
    const answer = await fetch(`${server.baseUrl}/v1/assets/${id}`, { headers: { cookie: ann.cookie } });
    const got = Buffer.from(await answer.arrayBuffer());
    expect(got.equals(bytes)).toBe(true);
    expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
  });
});

describe('reading an asset', () => {
  it('says what the bytes are and keeps browsers from running them', async () => {
    const id = await uploaded(ann, png, 'pixel 1 ü.png');
    const { status, headers } = await ann.get(`/v1/assets/${id}`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `inline; filename="pixel 1 _.png"; filename*=UTF-8''pixel%201%20%C3%BC.png`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': expect.stringContaining('private'),
    });
  });

  it('gives an SVG with a script to be saved, not opened', async () => {
    const id = await uploaded(ann, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'x.svg');
    const { headers } = await ann.get(`/v1/assets/${id}`);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="x.svg"/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('gives ranges, and 416 with the size for one that lies outside', async () => {
    const id = await uploaded(ann, Buffer.from('0123456789'));
    const range = async (value: string, more = {}) => {
      const { status, text, headers } = await ann.get(`/v1/assets/${id}`, { range: value, ...more });
      return [status, text, headers.get('content-range'), headers.get('content-length')];
    };
    expect(await range('bytes=2-5')).toEqual([206, '2345', 'bytes 2-5/10', '4']);
    expect(await range('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10', '3']);
    expect(await range('bytes=-2')).toEqual([206, '89', 'bytes 8-9/10', '2']);
    expect(await range('bytes=5-99')).toEqual([206, '56789', 'bytes 5-9/10', '5']);
    expect(await range('bytes=0-1,3-4')).toEqual([200, '0123456789', null, '10']);
    expect(await range('bytes=0-1', { 'if-range': '"another"' })).toEqual([200, '0123456789', null, '10']);
    const outside = await ann.get(`/v1/assets/${id}`, { range: 'bytes=10-' });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe('bytes */10');
    expect(refusalOf(outside).code).toBe('range_not_satisfiable');
  });

  it('answers 304 to whoever has it already', async () => {
    const id = await uploaded(ann, png);
    const etag = (await ann.get(`/v1/assets/${id}`)).headers.get('etag')!;
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await ann.get(`/v1/assets/${id}`, { 'if-none-match': value });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await ann.get(`/v1/assets/${id}`, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('is not there for anyone else, nor under any other id', async () => {
    const id = await uploaded(ann, png);
    const bob = await signUp(server);
    const foreign = await bob.get(`/v1/assets/${id}`);
    const unknown = await bob.get('/v1/assets/ast_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const odd = await bob.get('/v1/assets/..%2f..%2fsecret.key');
    for (const answer of [foreign, unknown, odd]) {
      expect(answer.status).toBe(404);
      expect(refusalOf(answer)).toEqual(refusalOf(foreign));
      expect(refusalOf(answer).code).toBe('asset_not_found');
    }
    expect((await call(`${server.baseUrl}/v1/assets/${id}`)).status).toBe(401);
  });
});
