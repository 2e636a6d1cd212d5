import { manifest } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../api/request.ts';
import { emptyManifest, fieldError, suggestHandle, toManifest } from './manifest-form-state.ts';

const filled = { ...emptyManifest, handle: ' echo ', name: 'Echo', description: 'Says it back.' };

describe('the registration form', () => {
  it('makes a manifest that the protocol takes', () => {
    const webhook = { ...filled, transport: 'webhook', webhookUrl: 'https://a.example/hook' } as const;
    const scopes = [
      { scope: 'proactive.message', reason: 'To write first.', title: '' },
      { scope: 'shop.buy', reason: 'To buy.', title: ' Buy things ' },
      { scope: '', reason: '', title: '' },
    ];
    expect(manifest.parse(toManifest(filled))).toMatchObject({ handle: 'echo', requested_scopes: [] });
    expect(manifest.parse(toManifest({ ...webhook, scopes, prompts: 'help\n\n stream ' }))).toMatchObject({
      webhook_url: 'https://a.example/hook',
      requested_scopes: [
        { scope: 'proactive.message', reason: 'To write first.' },
        { scope: 'shop.buy', reason: 'To buy.', title: 'Buy things' },
      ],
      suggested_prompts: ['help', 'stream'],
    });
  });

  it('leaves the webhook address out where the transport is the relay', () => {
    expect(toManifest({ ...filled, webhookUrl: 'https://a.example/hook' })).not.toHaveProperty('webhook_url');
  });

  it("puts the server's sentence at the field that it names", () => {
    const error = new RequestError('Too long.', { code: 'malformed_request', status: 400, path: '/manifest/name' });
    expect(fieldError(error, 'name')).toBe('Too long.');
    expect(fieldError(error, 'handle')).toBeNull();
    const taken = new RequestError('Taken.', { code: 'handle_taken', status: 409 });
    expect(fieldError(taken, 'handle')).toBe('Taken.');
  });

  it('proposes a handle from the name', () => {
    expect(suggestHandle('Café Löwen 2!')).toBe('cafe-lowen-2');
    expect(suggestHandle('  ')).toBe('');
  });
});
