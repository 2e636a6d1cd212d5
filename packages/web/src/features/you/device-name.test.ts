import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test('a browser is named in words, and is not taken for another that it names', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
  expect(deviceName(chrome)).toBe('Chrome on Linux');
  expect(deviceName(`${chrome} Edg/142.0`)).toBe('Edge on Linux');
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toBe(
    'Safari on iPhone',
  );
  expect(deviceName('Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0')).toBe('Firefox on Windows');
});

test('what is not known is shown as it is, and nothing as unknown', () => {
  expect(deviceName('my-program/1.0')).toBe('my-program/1.0');
  expect(deviceName('curl/8.5.0')).toBe('curl');
  expect(deviceName(null)).toBe('Unknown browser');
});
