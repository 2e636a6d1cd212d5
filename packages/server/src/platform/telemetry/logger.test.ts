import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function collect(level = 'trace') {
  const lines: string[] = [];
  return { lines, log: createLogger(level, { write: (line) => void lines.push(line) }) };
}

describe('the log', () => {
  it('is one JSON line an entry', () => {
    const { log, lines } = collect('info');
    log.debug('too fine');
    log.info({ deliveryId: 'dlv_1' }, 'sent');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, deliveryId: 'dlv_1', msg: 'sent' });
  });

  it.each([
    'authorization',
    'cookie',
    'set-cookie',
    'x-agent-signature',
    'x-platform-signature',
    'signature',
    'secret',
    'webhookSecret',
    'webhook-signature',
    'password',
    'token',
  ])('shows no %s, however deep it stands', (name) => {
    const { log, lines } = collect();
    const holder = { [name]: 'hush', kept: 'seen' };
    log.info(holder);
    log.info({ headers: holder });
    log.info({ request: { headers: holder } });
    log.info({ agent: { request: { headers: holder } } });
    log.error({ err: Object.assign(new Error('failed'), holder) });
    log.child({ headers: holder }).info('from a child');
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line).not.toContain('hush');
      expect(line).toContain('seen');
      expect(line).toContain('[redacted]');
    }
  });

  it('does not change what is logged', () => {
    const { log } = collect();
    const entry = { headers: { authorization: 'HMAC agt_1/cred_1' } };
    log.info(entry);
    expect(entry.headers.authorization).toBe('HMAC agt_1/cred_1');
  });

  it('shows the path of a request, without its query and without the demo link’s token', async () => {
    const { log, lines } = collect();
    const server = fastify({ loggerInstance: log });
    server.get('/*', async () => ({}));
    await server.inject({ url: '/v1/users?handle=hush', headers: { cookie: 'hush', authorization: 'hush' } });
    await server.inject('/demo/hush');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toContain('"path":"/v1/users"');
    expect(lines.join('')).not.toContain('hush');
    await server.close();
  });
});
