import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../../../platform/settings/address-ranges.ts';
import { bodyOf, httpEndpoint } from './fixtures/endpoint.ts';
import { faultProxy, type Fault } from './fixtures/fault-proxy.ts';
import { createWebhookClient } from './post-webhook.ts';

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

const sent = Buffer.from(JSON.stringify({ text: 'é'.repeat(200) }));
const answerBytes = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Starts a healthy endpoint behind a faulty network, and a client that posts to it. */
async function behind(fault: Fault, { deadlineMs = 5_000, endsConnection = false } = {}) {
  const bodies: Buffer[] = [];
  const endpoint = await httpEndpoint((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => {
      bodies.push(body);
      // Written as exact bytes, because the tests count them.
      incoming.socket.write(endsConnection ? answerBytes.replace('\r\n', '\r\nConnection: close\r\n') : answerBytes);
      if (endsConnection) incoming.socket.end();
      outgoing.detachSocket(incoming.socket);
    });
  });
  releases.push(() => endpoint.close());
  const proxy = await faultProxy(endpoint.port, fault);
  releases.push(() => proxy.close());
  const allow = parseAllowList('127.0.0.0/8');
  const client = createWebhookClient({ allow, maxConnectionsPerOrigin: 1, deadlineMs });
  releases.push(() => client.close());
  const post = () => client.post({ url: `http://127.0.0.1:${proxy.port}/`, headers: {}, body: sent });
  return { post, proxy, bodies };
}

describe('a network', () => {
  it('that passes a byte at a time harms neither the request nor the answer', async () => {
    const { post, bodies } = await behind({ sliceBytes: 1 });
    expect(await post()).toMatchObject({ outcome: 'delivered', statusCode: 200, responseSnippet: 'ok' });
    expect(bodies).toEqual([sent]);
  });

  it('that is slow is waited for until the deadline, and no longer', async () => {
    const { post } = await behind({ latencyMs: 50 });
    expect(await post()).toMatchObject({ outcome: 'delivered' });
    const late = await behind({ latencyMs: 400 }, { deadlineMs: 500 });
    expect(await late.post()).toMatchObject({ outcome: 'timeout', sent: true, permanent: false });
  });

  it('that resets the connection after any byte of the answer but the last fails the attempt, to be tried again', async () => {
    const fault: Fault = { breakAfter: { bytes: 0, by: 'reset' } };
    const { post } = await behind(fault);
    for (let bytes = 0; bytes < answerBytes.length; bytes++) {
      fault.breakAfter = { bytes, by: 'reset' };
      expect(await post(), `after ${bytes} bytes`).toMatchObject({
        outcome: 'connection_failed',
        sent: true,
        permanent: false,
        statusCode: null,
      });
    }
    delete fault.breakAfter;
    expect(await post()).toMatchObject({ outcome: 'delivered' });
  });

  it.each([0, 20, answerBytes.length - 1])('that falls silent after %i bytes costs one attempt', async (bytes) => {
    const fault: Fault = { breakAfter: { bytes, by: 'silence' } };
    const { post, proxy } = await behind(fault, { deadlineMs: 500 });
    expect(await post()).toMatchObject({ outcome: 'timeout', sent: true, permanent: false });
    delete fault.breakAfter;
    expect(await post()).toMatchObject({ outcome: 'delivered' });
    expect(proxy.seen.connections).toBe(2);
    await expect.poll(() => proxy.open.size).toBe(1);
  });

  it('that is slow to close holds up neither this attempt nor the next', async () => {
    const { post, proxy } = await behind({ closeDelayMs: 60_000 }, { endsConnection: true, deadlineMs: 2_000 });
    for (let attempt = 0; attempt < 3; attempt++) expect(await post()).toMatchObject({ outcome: 'delivered' });
    expect(proxy.seen.connections).toBe(3);
  });

  it('that resets a connection while it is idle costs nothing', async () => {
    const { post, proxy } = await behind({});
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await post()).toMatchObject({ outcome: 'delivered' });
      for (const connection of proxy.open) connection.resetAndDestroy();
      await expect.poll(() => proxy.open.size).toBe(0);
      await new Promise(setImmediate);
    }
    expect(proxy.seen.connections).toBe(5);
  });
});
