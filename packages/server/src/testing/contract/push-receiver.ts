import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webcrypto } from 'node:crypto';
import type { Json } from './http.ts';

/**
 * A push service and its browsers, written independently of the server: it decrypts and verifies by RFCs 8188, 8291 and
 * 8292 with the Web Crypto API.
 */
const { subtle } = webcrypto;
type Key = webcrypto.CryptoKey;

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushService {
  readonly origin: string;
  /** The pushes received so far, in order. */
  readonly received: Received[];
  /** Sets the answers of the next pushes, one each. Others get 201. */
  answer(...answers: ((response: ServerResponse) => void)[]): void;
  close(): void;
}

/** A browser that can be subscribed. */
export interface Browser {
  readonly p256dh: string;
  readonly auth: string;
  /** Returns the content of a push. Rejects if it was not encrypted for this browser. */
  read(push: Pick<Received, 'body'>): Promise<Json>;
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end();

export async function openPushService(): Promise<PushService> {
  const received: Received[] = [];
  let planned: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      (planned.shift() ?? status(201))(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (...answers) => void (planned = answers),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Creates a browser with new keys, or with a given JWK and 16 bytes in base64url. */
export async function openBrowser(given?: { jwk: webcrypto.JsonWebKey; auth: string }): Promise<Browser> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const jwk =
    given?.jwk ?? (await subtle.exportKey('jwk', (await subtle.generateKey(curve, true, ['deriveBits'])).privateKey));
  const privateKey = await subtle.importKey('jwk', jwk, curve, false, ['deriveBits']);
  const point = Buffer.concat([Buffer.of(4), bytes(jwk.x ?? ''), bytes(jwk.y ?? '')]);
  const auth = given ? bytes(given.auth) : Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)));
  return {
    p256dh: point.toString('base64url'),
    auth: auth.toString('base64url'),
    read: async ({ body }) => JSON.parse((await decrypt(body, { privateKey, point, auth })).toString()),
  };
}

/** Decrypts one record of `aes128gcm`. */
export async function decrypt(
  body: Buffer,
  { privateKey, point, auth }: { privateKey: Key; point: Buffer; auth: Buffer },
): Promise<Buffer> {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const senderKey = await subtle.importKey('raw', sender, curve, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: senderKey }, privateKey, 256);
  const input = await hkdf(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]), 32);
  const key = await hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const iv = await hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const padded = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, aes, body.subarray(21 + idLength)));
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record does not end with its delimiter.');
  return padded.subarray(0, end);
}

/**
 * Returns the claims of a push's signature, its header and the key that it names. Throws if the key does not verify the
 * signature.
 */
export async function vapidOf({ headers }: Received): Promise<{ claims: Json; header: Json; key: string }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const publicKey = await subtle.importKey('raw', bytes(key), algorithm, false, ['verify']);
  const isGood = await subtle.verify(algorithm, publicKey, bytes(signature), Buffer.from(`${header}.${claims}`));
  if (!isGood) throw new Error('The signature is not that of the key.');
  return { header: JSON.parse(bytes(header).toString()), claims: JSON.parse(bytes(claims).toString()), key };
}

const bytes = (text: string) => Buffer.from(text, 'base64url');

async function hkdf(secret: ArrayBuffer | Buffer, salt: Buffer, info: Buffer, length: number): Promise<Buffer> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return Buffer.from(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}
