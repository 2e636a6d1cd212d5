import { describe, expect, it } from 'vitest';
import { addressGroup, sharedAddresses } from './address-group.ts';

describe('§10 who is counted as one', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
  ])('is for %j %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe('an address that many share', () => {
  const isShared = sharedAddresses('10.1.0.0/16, 203.0.113.7,2001:db8::/32');

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '203.0.113.7',
    '::ffff:10.1.2.3',
    '2001:db8::9',
  ])('is %s, on this machine or trusted as a proxy', (address) => {
    expect(isShared(address)).toBe(true);
  });

  it.each(['10.2.0.1', '203.0.113.8', '2001:db9::1', '::ffff:8.8.8.8', ''])('is not %j', (address) => {
    expect(isShared(address)).toBe(false);
  });
});
