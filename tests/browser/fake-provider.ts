import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of sign-ins (OpenID Connect) that signs in `person` without asking. */
export interface FakeProvider {
  readonly issuer: string;
  person: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export const clientId = 'parley';

export async function startFakeProvider(): Promise<FakeProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nonces = new Map<string, string | null>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/authorize') {
      const code = randomBytes(16).toString('hex');
      nonces.set(code, url.searchParams.get('nonce'));
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '', iss: issuer }).toString();
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/jwks')
      return void json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] });
    if (url.pathname !== '/token') return void json(metadataOf(issuer));
    let form = '';
    request.on('data', (piece) => (form += String(piece)));
    request.on('end', () => {
      const now = Math.floor(Date.now() / 1000);
      const nonce = nonces.get(new URLSearchParams(form).get('code') ?? '');
      const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 3_600, nonce, ...provider.person };
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const content = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
      const idToken = `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
      json({ access_token: 'unused', token_type: 'Bearer', id_token: idToken });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: FakeProvider = {
    issuer,
    person: {},
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
  return provider;
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
  };
}
