import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const read = (env: Record<string, string>) =>
  readConfig({ PARLEY_SECRET_KEY: key, PARLEY_DATA_DIR: tmpdir(), ...env }).assetsS3;
const bucket = {
  PARLEY_ASSETS_S3_ENDPOINT: 'https://s3.example:9000/',
  PARLEY_ASSETS_S3_BUCKET: 'parley-files',
  PARLEY_ASSETS_S3_REGION: 'eu-1',
  PARLEY_ASSETS_S3_KEY: 'key',
  PARLEY_ASSETS_S3_SECRET: 'secret',
};

describe('the settings of a bucket', () => {
  it('name one, or none', () => {
    expect(read({})).toBeNull();
    expect(read(bucket)).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'parley-files',
      region: 'eu-1',
      key: 'key',
      secret: 'secret',
    });
    expect(read({ ...bucket, PARLEY_ASSETS_S3_REGION: '' })?.region).toBe('us-east-1');
  });

  it.each([
    { PARLEY_ASSETS_S3_ENDPOINT: '' },
    { PARLEY_ASSETS_S3_ENDPOINT: 's3.example' },
    { PARLEY_ASSETS_S3_ENDPOINT: 'https://s3.example/folder' },
    { PARLEY_ASSETS_S3_BUCKET: '' },
    { PARLEY_ASSETS_S3_SECRET: '' },
  ])('stop the server where they do not name one: %j', (change) => {
    expect(() => read({ ...bucket, ...change })).toThrow('PARLEY_ASSETS_S3_ENDPOINT');
  });
});
