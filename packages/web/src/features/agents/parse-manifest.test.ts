import { describe, expect, it } from 'vitest';
import { RequestError } from '../../api/request.ts';
import { faultOf, parseManifest } from './parse-manifest.ts';

const refused = (path: string) =>
  new RequestError('No scope.', { code: 'malformed_request', status: 400, path, hint: 'Use words and dots.' });

describe('a manifest as a file', () => {
  it('is an object, and says what is wrong with what is not', () => {
    expect(parseManifest('{"handle": "echo"}')).toEqual({ manifest: { handle: 'echo' } });
    expect(parseManifest('[]')).toEqual({ complaint: 'A manifest is a JSON object, in braces.' });
    expect(parseManifest('{')).toEqual({ complaint: expect.stringContaining('This is not JSON') });
  });

  it('shows what stands where the server found a fault', () => {
    const text = '{"requested_scopes": [{"scope": "Bad"}], "a/b": 1}';
    expect(faultOf(refused('/manifest/requested_scopes/0/scope'), text)).toEqual({
      pointer: '/requested_scopes/0/scope',
      message: 'No scope. Use words and dots.',
      found: '"Bad"',
    });
    expect(faultOf(refused('/manifest/a~1b'), text)?.found).toBe('1');
    expect(faultOf(refused('/manifest/name'), text)?.found).toBeUndefined();
    expect(faultOf(new RequestError('Full.', { code: 'quota_exceeded', status: 403 }), text)).toBeNull();
  });
});
