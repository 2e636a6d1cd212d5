import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { containers, formWith, mp4, png, upload, uploaded, wav } from './files.ts';
import { call } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { idOf, time } from './shapes.ts';

const server = useServer();
const mebibyte = 1024 * 1024;
const patienceMs = 120_000;
let ada: Person;
let agent: Agent;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

describe('§4 uploading as a person', () => {
  it('answers with the asset', async () => {
    const answer = await upload(ada, png, 'Übersicht 1.png', 'image/png');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      item: {
        assetId: expect.stringMatching(idOf('ast')),
        mime: 'image/png',
        sizeBytes: png.length,
        filename: 'Übersicht 1.png',
        createdAt: expect.stringMatching(time),
      },
    });
  });

  it.each([
    ['a picture', png, /^image\/png$/],
    ['a sound', wav, /^audio\//],
    ['a film', mp4, /^video\//],
  ])('knows %s by its bytes, whatever the upload says', async (_what, bytes, mime) => {
    const answer = await upload(ada, bytes, 'thing', 'application/x-whatever');
    expect(answer.body.item.mime).toMatch(mime);
  });

  it('does not believe that a page is a picture', async () => {
    const answer = await upload(ada, Buffer.from('<html><script>alert(1)</script></html>'), 'cat.png', 'image/png');
    expect(answer.status).toBe(201);
    expect(answer.body.item.mime).not.toMatch(/^(image|audio|video)\/|html/);
  });

  it('takes a drawing that may hold a script for no picture', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const answer = await upload(ada, Buffer.from(drawing), 'cat.svg', 'image/svg+xml');
    expect(answer.status).toBe(201);
    expect(answer.body.item.mime).not.toMatch(/^image\/|svg|html/);
  });

  it('gives every upload an id of its own', async () => {
    expect(await uploaded(ada, png)).not.toBe(await uploaded(ada, png));
  });

  it('needs a session and the same origin', async () => {
    const stranger = await call(`${server.baseUrl}/v1/assets`, { method: 'POST', body: formWith(png) });
    expectRefusal(stranger, 401, 'unauthenticated');
    const headers = { 'sec-fetch-site': 'cross-site' };
    expectRefusal(await ada.send('POST', '/v1/assets', { body: formWith(png), headers }), 403, 'cross_site_request');
  });

  it('refuses JSON as an unsupported media type', async () => {
    expectRefusal(await ada.post('/v1/assets', { file: 'png' }), 415, 'unsupported_media_type');
  });

  it('refuses a form without a file', async () => {
    const body = new FormData();
    body.append('note', 'nothing here');
    expectRefusal(await ada.send('POST', '/v1/assets', { body }), 400, 'malformed_request');
  });

  it('refuses a file under another name', async () => {
    const body = new FormData();
    body.append('picture', new Blob([png as Uint8Array<ArrayBuffer>]), 'a.png');
    expectRefusal(await ada.send('POST', '/v1/assets', { body }), 400, 'malformed_request');
  });

  it('refuses two files', async () => {
    const body = formWith(png);
    body.append('file', new Blob([wav as Uint8Array<ArrayBuffer>]), 'b.wav');
    expectRefusal(await ada.send('POST', '/v1/assets', { body }), 400, 'malformed_request');
  });

  it('refuses a form that breaks off', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    expectRefusal(await ada.send('POST', '/v1/assets', { body, headers }), 400, 'malformed_request');
  });

  it(
    'takes 25 MiB and refuses a byte more',
    async () => {
      const most = Buffer.alloc(25 * mebibyte, 'a');
      const taken = await upload(ada, most);
      expect(taken.status).toBe(201);
      expect(taken.body.item.sizeBytes).toBe(25 * mebibyte);
      expectRefusal(await upload(ada, Buffer.concat([most, Buffer.from('b')])), 413, 'payload_too_large');
    },
    patienceMs,
  );
});

describe('§5 uploading as an agent', () => {
  const asPng = { headers: { 'content-type': 'image/png', 'x-filename': 'dot.png' } };

  it('answers with the asset in snake_case', async () => {
    const answer = await agent.send('/hooks/v1/assets', png, asPng);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      asset_id: expect.stringMatching(idOf('ast')),
      mime: 'image/png',
      size_bytes: png.length,
    });
  });

  it('needs a signature over the bytes', async () => {
    expectRefusal(await agent.send('/hooks/v1/assets', png, { ...asPng, signature: 'nonsense' }), 401, 'unauthorized');
    const other = await registerAgent(server, ada);
    const answer = await agent.send('/hooks/v1/assets', wav, { ...asPng, authorization: other.authorization });
    expectRefusal(answer, 401, 'unauthorized');
  });

  it('may send the same bytes twice within a second', async () => {
    const [one, two] = [
      await agent.send('/hooks/v1/assets', png, asPng),
      await agent.send('/hooks/v1/assets', png, asPng),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.asset_id).not.toBe(two.body.asset_id);
  });

  it(
    'is held to 25 MiB too',
    async () => {
      const tooMuch = Buffer.alloc(25 * mebibyte + 1, 'a');
      expectRefusal(await agent.send('/hooks/v1/assets', tooMuch, asPng), 413, 'payload_too_large');
    },
    patienceMs,
  );
});

describe('§4 reading an asset', () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
  let path: string;
  /** Returns the answer to a request for a range. */
  const read = async (headers: Record<string, string> = {}) => {
    const response = await fetch(server.baseUrl + path, { headers: { cookie: ada.cookie, ...headers } });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  beforeAll(async () => {
    path = `/v1/assets/${await uploaded(ada, bytes)}`;
  });

  it('gives the bytes as they came, with ETag, length and ranges offered', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers.get('etag')).toMatch(/^(W\/)?"[^"]+"$/);
    expect(answer.headers.get('content-length')).toBe('1000');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
  });

  it('answers 304 where the reader has it already', async () => {
    const etag = (await read()).headers.get('etag') ?? '';
    const answer = await read({ 'if-none-match': etag });
    expect(answer.status).toBe(304);
    expect(answer.bytes).toHaveLength(0);
    expect((await read({ 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('§27 varies by the cookie, so that no cache gives the next person what it kept for the last', async () => {
    const { headers } = await read();
    const tag = { 'if-none-match': headers.get('etag') ?? '' };
    expect(headers.get('vary')).toBe('Cookie');
    expect(headers.get('cache-control')).toMatch(/^private\b/);
    expect((await read(tag)).headers.get('vary')).toBe('Cookie');
    expect((await read({ range: 'bytes=0-1' })).headers.get('vary')).toBe('Cookie');
    const stranger = await signUp(server);
    expectRefusal(await stranger.get(path, tag), 404, 'asset_not_found');
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-5000', 0, 999],
  ])('gives %s as 206', async (range, first, last) => {
    const answer = await read({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(answer.bytes.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('answers %s with 416 and the length', async (range) => {
    const answer = await read({ range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */1000');
  });

  it.each(['lines=1-2', 'bytes=abc', 'bytes=9-3'])('ignores %s, which is no range', async (range) => {
    const answer = await read({ range });
    expect(answer.status).toBe(200);
    expect(answer.bytes).toHaveLength(1000);
  });

  it('gives the whole where If-Range names another version', async () => {
    expect((await read({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  it('never lets a browser take a page for a page', async () => {
    const page = await uploaded(ada, Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.html');
    const response = await fetch(`${server.baseUrl}/v1/assets/${page}`, { headers: { cookie: ada.cookie } });
    await response.arrayBuffer();
    expect(response.headers.get('content-type')).not.toContain('html');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('§27 ends the name by what the bytes are, however it was uploaded', async () => {
    const headers = { 'content-type': 'text/html', 'x-filename': 'a.html' };
    const byAgent = (await agent.send('/hooks/v1/assets', png, { headers })).body.asset_id;
    const byPerson = await uploaded(ada, png, 'a.html');
    for (const assetId of [byAgent, byPerson]) {
      const response = await call(`${server.baseUrl}/v1/assets/${assetId}`, { headers: { cookie: ada.cookie } });
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-disposition')).toContain('filename="a.html.png"');
    }
  });

  it('shows a picture with its type', async () => {
    const response = await fetch(`${server.baseUrl}/v1/assets/${await uploaded(ada, png)}`, {
      headers: { cookie: ada.cookie },
    });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
  });
});

describe('§10 sound in a container of films', () => {
  const twins = [
    ['webm', 'audio/webm'],
    ['webm', 'Audio/WebM; codecs=opus'],
    ['matroska', 'audio/x-matroska'],
    ['mp4', 'audio/mp4'],
    ['mp4', 'audio/x-m4a'],
    ['ogg', 'audio/ogg'],
  ] as const;

  it.each(twins)('in %s keeps the declared type %s, of people and of agents', async (container, declared) => {
    const { bytes } = containers[container];
    const type = declared.toLowerCase().replace(/;.*/, '');
    expect((await upload(ada, bytes, 'voice', declared)).body.item.mime).toBe(type);
    const answer = await agent.send('/hooks/v1/assets', bytes, { headers: { 'content-type': declared } });
    expect(answer.body.mime).toBe(type);
  });

  const strangers = ['application/octet-stream', 'audio/mpeg', 'text/html', 'video/mp4'];
  it.each(Object.keys(containers) as (keyof typeof containers)[])('in %s believes no other type', async (name) => {
    const { bytes, type } = containers[name];
    for (const declared of [...strangers, name === 'webm' ? 'audio/mp4' : 'audio/webm']) {
      expect((await upload(ada, bytes, 'film', declared)).body.item.mime).toBe(type);
    }
    expect((await upload(ada, png, 'film', 'audio/webm')).body.item.mime).toBe('image/png');
  });
});
