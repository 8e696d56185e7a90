import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig, publicUrlOf } from '../src/config.js';

function complaint(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('an empty environment gives a service on embedded parts', () => {
  expect(loadConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    publicUrl: undefined,
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    seedDemo: true,
    webhookTargets: 'public',
    trustProxy: false,
    logLevel: 'info',
    nodeEnv: 'development',
    rateLimits: 'on',
    oidc: 'on',
  });
});

test('every variable is taken as given', () => {
  const env = {
    HOST: '::1',
    PORT: '0',
    PUBLIC_URL: 'https://mods.example/',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgres://u:p@db.example:5433/mods?sslmode=require',
    REDIS_URL: 'rediss://default:p@redis.example:6380/2',
    SEED_DEMO: 'false',
    WEBHOOK_TARGETS: 'any',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    ENCRYPTION_KEY: '0a'.repeat(32),
    OIDC: 'off',
  };
  expect(loadConfig(env)).toEqual({
    host: '::1',
    port: 0,
    publicUrl: 'https://mods.example',
    dataDir: '/srv/data',
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    seedDemo: false,
    webhookTargets: 'any',
    trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    logLevel: 'debug',
    nodeEnv: 'test',
    rateLimits: 'off',
    encryptionKey: Buffer.alloc(32, 10),
    oidc: 'off',
  });
  expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
});

test('the configuration cannot be changed afterwards', () => {
  expect(Object.isFrozen(loadConfig({}))).toBe(true);
});

test('an empty value counts as unset', () => {
  expect(loadConfig({ PORT: '', REDIS_URL: '', DATABASE_URL: '' }).port).toBe(4000);
});

describe('a bad value is one line that names the variable, what it got and what it takes', () => {
  test.each([
    ['PORT', '80a', 'PORT is "80a"; it takes a port, 0 to 65535 (0 picks a free one)'],
    ['PORT', '65536', 'PORT is "65536"; it takes a port, 0 to 65535 (0 picks a free one)'],
    ['SEED_DEMO', 'yes', 'SEED_DEMO is "yes"; it takes true or false'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS is "no"; it takes on or off'],
    ['HOST', 'a b', 'HOST is "a b"; it takes an address or a host name'],
    ['EXTERNAL_GITHUB_ENABLED', '1', 'EXTERNAL_GITHUB_ENABLED is "1"; it takes true or false'],
  ])('%s=%s', (name, value, line) => {
    expect(complaint({ [name]: value })).toBe(line);
  });

  test.each([
    'mods.example',
    'https://mods.example/registry',
    'ftp://mods.example',
    'https://user@mods.example',
    'https://mods.example/?a=b',
  ])('PUBLIC_URL=%s', (value) => {
    expect(complaint({ PUBLIC_URL: value })).toBe(
      `PUBLIC_URL is "${value}"; it takes an http or https address without a path`,
    );
  });

  test.each(['yes', '10.0.0.0/33', '-1', '10.0.0.1,', '10.0.0.1/8/8', '1.5'])(
    'TRUST_PROXY=%s',
    (value) => {
      expect(complaint({ TRUST_PROXY: value })).toMatch(/^TRUST_PROXY is .*; it takes none, /);
    },
  );

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/mods', 'postgresql:'],
    ['REDIS_URL', 'http://root:hunter2@localhost:6379', 'redis:'],
    ['REDIS_URL', 'redis://root:hunter2@localhost/cache', 'redis:'],
    ['REDIS_URL', 'localhost:6379', 'redis:'],
  ])('%s=%s, and no secret of it', (name, value, such) => {
    const line = complaint({ [name]: value });
    const start = `${name} has a wrong form; it takes an address such as ${such}`;
    expect(line.slice(0, start.length)).toBe(start);
    expect(line).not.toContain('hunter2');
  });

  test('and a value of several lines stays one line', () => {
    expect(complaint({ LOG_LEVEL: 'a\nb' })).not.toContain('\n');
  });
});

describe('a part that this release does not have is refused, not ignored', () => {
  test.each([
    'S3_ENDPOINT',
    'S3_SECRET_ACCESS_KEY',
    'S3_MIRROR_BUCKET',
    'MIRROR',
    'MEILI_URL',
    'CLAMD_ADDRESS',
  ])('%s', (name) => {
    expect(complaint({ [name]: 'x' })).toMatch(
      new RegExp(`^${name} is set, but this release has no \\S+ part yet; unset it to `),
    );
  });

  test('EXTERNAL_GITHUB_ENABLED=true, while false is fine', () => {
    expect(complaint({ EXTERNAL_GITHUB_ENABLED: 'true' })).toContain('cannot do that yet');
    expect(complaint({ EXTERNAL_GITHUB_ENABLED: 'false' })).toBe('accepted');
  });
});

test('what is for development alone is refused in production', () => {
  const production = { NODE_ENV: 'production' };
  expect(complaint(production)).toBe('accepted');
  expect(complaint({ ...production, RATE_LIMITS: 'off' })).toMatch(/^RATE_LIMITS=off .*refused/);
  expect(complaint({ ...production, WEBHOOK_TARGETS: 'any' })).toMatch(
    /^WEBHOOK_TARGETS=any .*refused/,
  );
});

test('the public address follows from where the service listens, unless PUBLIC_URL says it', () => {
  expect(publicUrlOf(loadConfig({ PORT: '0' }), 51_234)).toBe('http://127.0.0.1:51234');
  expect(publicUrlOf(loadConfig({ HOST: '::1' }), 4000)).toBe('http://[::1]:4000');
  expect(publicUrlOf(loadConfig({ PUBLIC_URL: 'https://mods.example' }), 4000)).toBe(
    'https://mods.example',
  );
});
