import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig, publicUrlOf } from '../../src/config/config.js';
import { complaint } from './complaint.js';

const off = { enabled: false, baseUrl: undefined };

test('an empty environment configures a service on embedded parts', () => {
  expect(loadConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    workers: 1,
    publicUrl: undefined,
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    seedDemo: true,
    trustedIssuers: ['https://token.actions.githubusercontent.com', 'https://gitlab.com'],
    webhookTargets: 'public',
    trustProxy: false,
    logLevel: 'info',
    nodeEnv: 'development',
    rateLimits: 'on',
    readOnly: false,
    oidc: 'on',
    signUp: 'open',
    external: {
      registration: false,
      worker: false,
      resolve: false,
      providers: { github: off, modrinth: off, hangar: off, codeberg: off },
    },
  });
});

test('loadConfig reads every environment variable', () => {
  const env = {
    HOST: '::1',
    PORT: '0',
    ADMIN_PORT: '9100',
    WORKERS: '4',
    PUBLIC_URL: 'https://mods.example/',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgres://u:p@db.example:5433/mods?sslmode=require',
    DATABASE_READ_URL: 'postgres://u:p@copy.example:5433/mods',
    READ_ONLY: 'on',
    REDIS_URL: 'rediss://default:p@redis.example:6380/2',
    SEED_DEMO: 'false',
    TRUSTED_ISSUERS: 'https://ci.example/_services/token, http://127.0.0.1:9000',
    WEBHOOK_TARGETS: 'any',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    ENCRYPTION_KEY: '0a'.repeat(32),
    ENCRYPTION_KEY_PREVIOUS: '0b'.repeat(32),
    OIDC: 'off',
    SIGN_UP: 'closed',
    AUDIT_RETENTION_DAYS: '730',
    CLAMD_ADDRESS: '[::1]:3310',
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'mods@example.org',
    EXTERNAL_REGISTRATION_ENABLED: 'true',
    EXTERNAL_WORKER_ENABLED: 'true',
    EXTERNAL_RESOLVE_ENABLED: 'true',
    EXTERNAL_GITHUB_ENABLED: 'false',
    EXTERNAL_MODRINTH_ENABLED: 'true',
    EXTERNAL_MODRINTH_BASE_URL: 'http://127.0.0.1:9000/',
  };
  expect(loadConfig(env)).toEqual({
    host: '::1',
    port: 0,
    adminPort: 9100,
    workers: 4,
    publicUrl: 'https://mods.example',
    dataDir: '/srv/data',
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    seedDemo: false,
    trustedIssuers: ['https://ci.example/_services/token', 'http://127.0.0.1:9000'],
    webhookTargets: 'any',
    trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    logLevel: 'debug',
    nodeEnv: 'test',
    databaseReadUrl: 'postgres://u:p@copy.example:5433/mods',
    readOnly: true,
    rateLimits: 'off',
    encryptionKey: Buffer.alloc(32, 10),
    encryptionKeyPrevious: Buffer.alloc(32, 11),
    oidc: 'off',
    signUp: 'closed',
    auditRetentionDays: 730,
    clamdAddress: { host: '::1', port: 3310 },
    smtpServer: { host: 'mail.example.org', port: 587, isSecure: false },
    mailFrom: { name: '', address: 'mods@example.org' },
    external: {
      registration: true,
      worker: true,
      resolve: true,
      providers: {
        github: off,
        modrinth: { enabled: true, baseUrl: 'http://127.0.0.1:9000' },
        hangar: off,
        codeberg: off,
      },
    },
  });
  expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  const clamd = (address: string) => loadConfig({ CLAMD_ADDRESS: address }).clamdAddress;
  expect(clamd('av.example:3310')).toEqual({ host: 'av.example', port: 3310 });
  expect(clamd('/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
});

test('the configuration object is frozen', () => {
  expect(Object.isFrozen(loadConfig({}))).toBe(true);
});

test('an empty value counts as unset', () => {
  expect(loadConfig({ PORT: '', REDIS_URL: '', DATABASE_URL: '' }).port).toBe(4000);
});

test('COUNTRY_HEADER without a trusted proxy is refused, because clients could set it', () => {
  expect(complaint({ COUNTRY_HEADER: 'CF-IPCountry' })).toBe(
    'COUNTRY_HEADER is set, but no proxy is trusted to set it; set TRUST_PROXY',
  );
  expect(complaint({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '0' })).toMatch(
    /no proxy is trusted/,
  );
  const behind = { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' };
  expect(loadConfig(behind).countryHeader).toBe('cf-ipcountry');
});

describe('a bad value is refused with one line that names the variable, the value and the accepted form', () => {
  test.each([
    ['PORT', '80a', 'PORT is "80a"; it takes a port, 0 to 65535 (0 picks a free one)'],
    ['ADMIN_PORT', 'on', 'ADMIN_PORT is "on"; it takes a port, 0 to 65535 (0 picks a free one)'],
    ['ADMIN_PORT', '4000', 'ADMIN_PORT is 4000, as is PORT; it needs a port of its own'],
    ['PORT', '65536', 'PORT is "65536"; it takes a port, 0 to 65535 (0 picks a free one)'],
    ['SEED_DEMO', 'yes', 'SEED_DEMO is "yes"; it takes true or false'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS is "no"; it takes on or off'],
    ['HOST', 'a b', 'HOST is "a b"; it takes an address or a host name'],
    ...['clamd.sock', 'host', 'host:', ':3310', 'host:0', 'host:65536', 'a b:1', '::1:3310'].map(
      (value) => [
        'CLAMD_ADDRESS',
        value,
        `CLAMD_ADDRESS is "${value}"; it takes host:port or the absolute path of a socket`,
      ],
    ),
    ['EXTERNAL_GITHUB_ENABLED', '1', 'EXTERNAL_GITHUB_ENABLED is "1"; it takes true or false'],
  ])('%s=%s is refused with the accepted form', (name, value, line) => {
    expect(complaint({ [name]: value })).toBe(line);
  });

  test.each([
    'mods.example',
    'https://mods.example/registry',
    'ftp://mods.example',
    'https://user@mods.example',
    'https://mods.example/?a=b',
  ])('PUBLIC_URL=%s is refused with the accepted form', (value) => {
    expect(complaint({ PUBLIC_URL: value })).toBe(
      `PUBLIC_URL is "${value}"; it takes an http or https address without a path`,
    );
  });

  test.each([
    'yes',
    '0.0.0.0/0',
    '128.0.0.0/1',
    '8.0.0.0/7',
    '::/0',
    '10.0.0.0/33',
    '-1',
    '10.0.0.1,',
    '10.0.0.1/8/8',
    '1.5',
    '17',
    '99999999999999999999',
  ])('TRUST_PROXY=%s is refused with the accepted form', (value) => {
    expect(complaint({ TRUST_PROXY: value })).toMatch(/^TRUST_PROXY is .*; it takes none, /);
  });

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/mods', 'postgresql:'],
    ['REDIS_URL', 'http://root:hunter2@localhost:6379', 'redis:'],
    ['REDIS_URL', 'redis://root:hunter2@localhost/cache', 'redis:'],
    ['REDIS_URL', 'localhost:6379', 'redis:'],
  ])('%s=%s is refused without a secret in the message', (name, value, such) => {
    const line = complaint({ [name]: value });
    const start = `${name} has a wrong form; it takes an address such as ${such}`;
    expect(line.slice(0, start.length)).toBe(start);
    expect(line).not.toContain('hunter2');
  });

  test('a refused value with line breaks gives one line', () => {
    expect(complaint({ LOG_LEVEL: 'a\nb' })).not.toContain('\n');
  });
});

test.each([
  'http://ci.example',
  'https://ci.example/',
  'https://user@ci.example',
  'https://CI.example',
  'https://ci.example?x',
  'ci.example',
  ',',
])('TRUSTED_ISSUERS=%s is refused', (value) => {
  expect(complaint({ TRUSTED_ISSUERS: value })).toMatch(/^TRUSTED_ISSUERS is /);
});

test.each(['0', '-1', '1.5', 'many', '65', '0x2', '1e1', ' 2'])(
  'WORKERS=%s is refused',
  (value) => {
    const line = `WORKERS is ${JSON.stringify(value)}; it takes a number of processes, 1 to 64`;
    expect(complaint({ WORKERS: value })).toBe(line);
  },
);

test('WORKERS is the number of processes with one listener, by default 1', () => {
  expect([{}, { WORKERS: '' }, { WORKERS: '64' }].map((env) => loadConfig(env).workers)).toEqual([
    1, 1, 64,
  ]);
});

describe('READ_ONLY', () => {
  test.each([
    [undefined, false],
    ['off', false],
    ['on', true],
  ])('READ_ONLY=%s is read as %s', (value, readOnly) => {
    expect(loadConfig({ READ_ONLY: value }).readOnly).toBe(readOnly);
  });

  test.each(['true', '1', 'ON', 'on '])('READ_ONLY=%j is refused', (value) => {
    expect(complaint({ READ_ONLY: value })).toMatch(/^READ_ONLY is ".+"; it takes on or off$/);
  });
});

describe('the variables of the read replica', () => {
  const DATABASE_URL = 'postgresql://modport:hunter2@primary/modport';
  const replica = 'postgresql://reader:hunter2@replica/modport';

  test('a replica of an external database is accepted', () => {
    const config = loadConfig({ DATABASE_URL, DATABASE_READ_URL: replica });
    expect(config.databaseReadUrl).toBe(replica);
  });

  test.each([
    [
      'without DATABASE_URL',
      { DATABASE_READ_URL: replica },
      /^DATABASE_READ_URL is set, but DATABASE_URL is not/,
    ],
    [
      'the same address',
      { DATABASE_URL, DATABASE_READ_URL: DATABASE_URL },
      /is the address of DATABASE_URL/,
    ],
    [
      'no address',
      { DATABASE_URL, DATABASE_READ_URL: 'replica:hunter2' },
      /^DATABASE_READ_URL has a wrong form; it takes/,
    ],
    [
      'another protocol',
      { DATABASE_URL, DATABASE_READ_URL: 'https://hunter2@replica/modport' },
      /wrong form/,
    ],
  ])('%s is refused in one line without the password', (_case, env, expected) => {
    const line = complaint(env);
    expect(line).toMatch(expected);
    expect(line).not.toMatch(/hunter2|\n/);
  });
});

test('settings for development are refused in production', () => {
  const production = { NODE_ENV: 'production' };
  expect(complaint(production)).toBe('accepted');
  expect(complaint({ ...production, RATE_LIMITS: 'off' })).toMatch(/^RATE_LIMITS=off .*refused/);
  expect(complaint({ ...production, TRUSTED_ISSUERS: 'http://127.0.0.1:9000' })).toMatch(
    /^TRUSTED_ISSUERS=http:.*refused/,
  );
  expect(complaint({ ...production, WEBHOOK_TARGETS: 'any' })).toMatch(
    /^WEBHOOK_TARGETS=any .*refused/,
  );
});

test('the public address is PUBLIC_URL, or else the address on which the service listens', () => {
  expect(publicUrlOf(loadConfig({ PORT: '0' }), 51_234)).toBe('http://127.0.0.1:51234');
  expect(publicUrlOf(loadConfig({ HOST: '::1' }), 4000)).toBe('http://[::1]:4000');
  expect(publicUrlOf(loadConfig({ PUBLIC_URL: 'https://mods.example' }), 4000)).toBe(
    'https://mods.example',
  );
});
