import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { complaint } from './complaint.js';

describe('the variables of the object store', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'mods',
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'hunter2/+=',
  };

  test('a complete set of S3 variables configures the object store, with path style on request', () => {
    expect(loadConfig({}).s3).toBeUndefined();
    const settings = {
      endpoint: 'https://s3.example',
      bucket: 'mods',
      secretAccessKey: 'hunter2/+=',
    };
    expect(loadConfig(whole).s3).toMatchObject({ ...settings, forcePathStyle: false });
    const { s3 } = loadConfig({ ...whole, S3_FORCE_PATH_STYLE: 'true' });
    expect(s3?.forcePathStyle).toBe(true);
  });

  test.each(Object.keys(whole))('an object store without %s is refused', (name) => {
    const line = complaint({ ...whole, [name]: '' });
    expect(line).toMatch(new RegExp(`^S3_\\w+ is set, but an object store needs ${name} as well;`));
    expect(line).not.toContain('hunter2');
  });

  test('S3_FORCE_PATH_STYLE alone is refused', () => {
    expect(complaint({ S3_FORCE_PATH_STYLE: 'true' })).toMatch(/^S3_FORCE_PATH_STYLE is set, but /);
  });

  test.each([
    ['S3_ENDPOINT', 'https://root:hunter2@s3.example'],
    ['S3_ENDPOINT', 'https://s3.example/hunter2'],
    ['S3_SECRET_ACCESS_KEY', 'hunter2 '],
    ['S3_ACCESS_KEY_ID', 'hunter2\n'],
  ])('%s in a wrong form is refused without its value', (name, value) => {
    const line = complaint({ ...whole, [name]: value });
    expect(line).toMatch(new RegExp(`^${name} has a wrong form; it takes `));
    expect(line).not.toContain('hunter2');
  });

  test.each([
    ['S3_BUCKET', 'Mods'],
    ['S3_BUCKET', 'a/b'],
    ['S3_REGION', 'eu central'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
  ])('%s=%s is refused', (name, value) => {
    expect(complaint({ ...whole, [name]: value })).toMatch(
      new RegExp(`^${name} is "${value}"; it`),
    );
  });
});

describe('the variables of the mirror', () => {
  const first = {
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'mods',
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  };
  const second = Object.fromEntries(
    Object.entries(first).map(([name, value]) => [name.replace('S3_', 'S3_MIRROR_'), value]),
  );

  test('a mirror can be a disk or a bucket, for a first store of either kind', () => {
    expect(loadConfig({}).mirror).toBeUndefined();
    for (const env of [{}, first]) {
      expect(loadConfig({ ...env, MIRROR: 'disk' }).mirror).toEqual({ s3: undefined });
    }
    expect(loadConfig(second).mirror?.s3).toEqual(loadConfig(first).s3);
    expect(loadConfig({ ...first, ...second, S3_MIRROR_BUCKET: 'copies' }).mirror?.s3).toEqual({
      ...loadConfig(first).s3,
      bucket: 'copies',
    });
  });

  test('a mirror is refused if it is unknown, double, incomplete or the first store itself', () => {
    expect(complaint({ MIRROR: 'tape' })).toBe('MIRROR is "tape"; it takes disk');
    expect(complaint({ ...second, MIRROR: 'disk' })).toBe(
      'S3_MIRROR_ENDPOINT is set, but so is MIRROR, and there is one mirror; unset one of them',
    );
    expect(complaint({ S3_MIRROR_BUCKET: 'copies' })).toMatch(
      /^S3_MIRROR_BUCKET is set, but an object store needs S3_MIRROR_ENDPOINT, .* as well; unset it to do without a mirror$/,
    );
    expect(complaint({ ...first, ...second, S3_MIRROR_ENDPOINT: 'https://s3.example/' })).toBe(
      'S3_MIRROR_BUCKET is the bucket of S3_BUCKET; a mirror needs one of its own',
    );
    const other = { ...first, ...second, S3_MIRROR_ENDPOINT: 'https://elsewhere.example' };
    expect(complaint(other)).toBe('accepted');
  });

  test('the refusal of a mirror credential does not show it', () => {
    const told = complaint({ ...second, S3_MIRROR_SECRET_ACCESS_KEY: 'hunter2 ' });
    expect(told).toMatch(/^S3_MIRROR_SECRET_ACCESS_KEY has a wrong form/);
  });
});
