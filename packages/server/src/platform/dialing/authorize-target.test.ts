import { describe, expect, it } from 'vitest';
import { parseAllowList } from '../settings/address-ranges.ts';
import { authorizeResolvedTarget, authorizeTarget } from './authorize-target.ts';

const NOBODY = parseAllowList('');
const LOCAL = parseAllowList('127.0.0.0/8, ::1/128');

describe('a webhook target', () => {
  it.each([
    'https://agent.example/hook',
    'https://agent.example:443/',
    'https://agent.example:8443/?a=b',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('§6 may be %s', (url) => {
    expect(authorizeTarget(url, NOBODY)).toEqual({ ok: true });
  });

  it.each([
    ['http://agent.example/', 'https'],
    ['ftp://agent.example/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['agent.example/hook', 'not a valid URL'],
    ['https://', 'not a valid URL'],
    ['https://agent.example:80/', 'port 443 or 8443'],
    ['https://8.8.8.8:22/', 'port 443 or 8443'],
    ['http://8.8.8.8/', 'https'],
    ['https://name@agent.example/', 'user name'],
    ['https://name:word@agent.example/', 'user name'],
    ['https://:word@agent.example/', 'user name'],
  ])('may not be %s', (url, reason) => {
    expect(authorizeTarget(url, NOBODY)).toEqual({ ok: false, error: expect.stringContaining(reason) as string });
  });

  it.each([
    '0x7f.1',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '127.0.0.1',
    '127。0。0。1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '10.0.0.1',
    '169.254.169.254',
    '[fe80::1]',
  ])('may not be the literal %s, however it is spelled', (host) => {
    expect(authorizeTarget(`https://${host}/`, NOBODY)).toEqual({
      ok: false,
      error: expect.stringContaining('not public') as string,
    });
  });

  it('may be plain http on any port where the address is allowed', () => {
    for (const host of ['127.0.0.1', '127.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      expect(authorizeTarget(`http://${host}:9000/hook`, LOCAL)).toEqual({ ok: true });
    }
    expect(authorizeTarget('http://10.0.0.1/', LOCAL)).toMatchObject({ ok: false });
    expect(authorizeTarget('http://8.8.8.8/', LOCAL)).toMatchObject({ ok: false });
    expect(authorizeTarget('http://name@127.0.0.1/', LOCAL)).toMatchObject({ ok: false });
  });

  it('is left to the dial where a name may turn out to be allowed', () => {
    expect(authorizeTarget('http://agent.internal:9000/', LOCAL)).toEqual({ ok: true });
  });
});

describe('a resolved webhook target', () => {
  const names: Record<string, string[]> = {
    inside: ['127.0.0.1', '::1'],
    mixed: ['127.0.0.1', '8.8.8.8'],
    outside: ['8.8.8.8'],
  };
  const lookup = (host: string) => {
    const addresses = names[host];
    if (!addresses) return Promise.reject(new Error('ENOTFOUND'));
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };

  it('may be plain http only where every address of the name is allowed', async () => {
    expect(await authorizeResolvedTarget('http://inside:9000/', LOCAL, lookup)).toEqual({ ok: true });
    for (const host of ['mixed', 'outside', 'unknown']) {
      const verdict = await authorizeResolvedTarget(`http://${host}:9000/`, LOCAL, lookup);
      expect(verdict).toEqual({ ok: false, error: expect.stringContaining('https') as string });
    }
    expect(await authorizeResolvedTarget('https://outside:9000/', LOCAL, lookup)).toMatchObject({ ok: false });
  });

  it('is not resolved where https on a standard port needs no such trust', async () => {
    expect(await authorizeResolvedTarget('https://unknown/', LOCAL, lookup)).toEqual({ ok: true });
    expect(await authorizeResolvedTarget('http://127.0.0.1:1/', LOCAL, lookup)).toEqual({ ok: true });
    expect(await authorizeResolvedTarget('http://10.0.0.1/', LOCAL, lookup)).toMatchObject({ ok: false });
  });
});
