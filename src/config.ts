import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LOG_LEVELS } from './platform/log.js';

/** A variable of the environment that cannot be used; the message is one line that says why. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** What the environment decides, parsed once at start and frozen. */
export type Config = Readonly<z.output<typeof ENVIRONMENT>>;

/**
 * Whose word about a client's address is taken, as Express understands it: nobody's, that of so
 * many proxies in front, or that of these addresses and networks.
 */
export type TrustProxy = false | number | readonly string[];

/**
 * Parts that this release does not have yet. Their variables are refused, never ignored: who sets
 * one counts on it. The release that brings a part removes its row.
 */
const MISSING_PARTS = [
  { part: 'S3', names: s3Names('S3_'), instead: 'keep objects on disk' },
  { part: 'mirror', names: ['MIRROR', ...s3Names('S3_MIRROR_')], instead: 'keep one store' },
  { part: 'Meilisearch', names: ['MEILI_URL', 'MEILI_API_KEY'], instead: 'search in PostgreSQL' },
  { part: 'ClamAV', names: ['CLAMD_ADDRESS'], instead: 'use the embedded scanner' },
];

/** Features that this release does not have yet: `true` is refused for the same reason. */
const MISSING_FEATURES = [
  'EXTERNAL_REGISTRATION_ENABLED',
  'EXTERNAL_WORKER_ENABLED',
  'EXTERNAL_RESOLVE_ENABLED',
  'EXTERNAL_GITHUB_ENABLED',
  'EXTERNAL_MODRINTH_ENABLED',
  'EXTERNAL_HANGAR_ENABLED',
  'EXTERNAL_CODEBERG_ENABLED',
];

// An error names these without what they hold: it may be a password.
const SECRET_VARIABLES = new Set(['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY']);

const ENVIRONMENT = z
  .object({
    HOST: takes(
      'an address or a host name',
      z
        .string()
        .regex(/^[\w.:-]+$/)
        .default('127.0.0.1'),
    ),
    PORT: takes('a port, 0 to 65535 (0 picks a free one)', wholeNumber(65_535).default(4000)),
    PUBLIC_URL: takes('an http or https address without a path', origin().optional()),
    DATA_DIR: takes('a folder', z.string().default('.data').transform(toAbsolute)),
    DATABASE_URL: takes('an address such as postgresql://user:password@host/name', postgresUrl()),
    REDIS_URL: takes('an address such as redis://user:password@host:6379/0', redisUrl()),
    ENCRYPTION_KEY: takes('32 bytes as 64 hex digits or in base64', encryptionKey()),
    SEED_DEMO: takes('true or false', z.enum(['true', 'false']).default('true')),
    WEBHOOK_TARGETS: takes('public or any', z.enum(['public', 'any']).default('public')),
    TRUST_PROXY: takes(
      'none, a number of proxies, or a list of addresses, networks and loopback',
      z.string().default('none').transform(parseTrustProxy),
    ),
    LOG_LEVEL: takes(LOG_LEVELS.join(', '), z.enum(LOG_LEVELS).default('info')),
    NODE_ENV: takes(
      'development, test or production',
      z.enum(['development', 'test', 'production']).default('development'),
    ),
    RATE_LIMITS: takes('on or off', z.enum(['on', 'off']).default('on')),
    OIDC: takes('on or off', z.enum(['on', 'off']).default('on')),
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    /** Unset, it follows from where the service listens: see `publicUrlOf`. */
    publicUrl: env.PUBLIC_URL,
    /** Absolute. */
    dataDir: env.DATA_DIR,
    /** Unset selects the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** Unset, each process counts rate limits for itself. */
    redisUrl: env.REDIS_URL,
    /** 32 bytes; unset, a key in the data directory encrypts what is sealed. */
    encryptionKey: env.ENCRYPTION_KEY,
    seedDemo: env.SEED_DEMO === 'true',
    webhookTargets: env.WEBHOOK_TARGETS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    nodeEnv: env.NODE_ENV,
    rateLimits: env.RATE_LIMITS,
    /** Off, the service is an issuer of OAuth 2.0 alone: no ID tokens. */
    oidc: env.OIDC,
  }));

/**
 * Reads the environment; an empty value counts as unset. Throws ConfigError, which a main prints
 * before it exits with 2.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  refuseWhatIsMissing(given);
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) throw explain(parsed.error, given);
  refuseInProduction(parsed.data);
  return Object.freeze(parsed.data);
}

/** The address that clients know the service by: what PUBLIC_URL says, else where it listens. */
export function publicUrlOf(config: Pick<Config, 'host' | 'publicUrl'>, boundPort: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  return `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${boundPort}`;
}

function refuseWhatIsMissing(given: NodeJS.ProcessEnv): void {
  for (const { part, names, instead } of MISSING_PARTS) {
    const name = names.find((candidate) => given[candidate] !== undefined);
    if (name === undefined) continue;
    const why = `but this release has no ${part} part yet; unset it to ${instead}`;
    throw new ConfigError(`${name} is set, ${why}`);
  }
  for (const name of MISSING_FEATURES) {
    const value = given[name] ?? 'false';
    if (value === 'false') continue;
    if (value !== 'true') throw wrongValue(name, value, 'true or false');
    throw new ConfigError(`${name} is true, but this release cannot do that yet; unset it`);
  }
}

function refuseInProduction(config: Config): void {
  if (config.nodeEnv !== 'production') return;
  const refused = 'is for development and is refused with NODE_ENV=production';
  if (config.rateLimits === 'off') throw new ConfigError(`RATE_LIMITS=off ${refused}`);
  if (config.webhookTargets === 'any') throw new ConfigError(`WEBHOOK_TARGETS=any ${refused}`);
}

function explain(error: z.ZodError, given: NodeJS.ProcessEnv): ConfigError {
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  return wrongValue(name, given[name] ?? '', issue?.message ?? 'something else');
}

function wrongValue(name: string, value: string, takes: string): ConfigError {
  const got = SECRET_VARIABLES.has(name) ? 'has a wrong form' : `is ${quote(value)}`;
  return new ConfigError(`${name} ${got}; it takes ${takes}`);
}

function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}

// Whatever is wrong with a value, the operator reads what the variable takes.
function takes<T>(description: string, schema: z.ZodType<T>) {
  return z
    .string()
    .optional()
    .transform((value, context): T => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: description });
      return z.NEVER;
    });
}

function wholeNumber(max: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(max));
}

function origin() {
  return z.url({ protocol: /^https?$/ }).transform((value, context) => {
    const url = new URL(value);
    if (`${url.origin}/` !== url.href) context.addIssue({ code: 'custom' });
    return url.origin;
  });
}

function postgresUrl() {
  return z.url({ protocol: /^postgres(ql)?$/, hostname: /./ }).optional();
}

function redisUrl() {
  return z
    .url({ protocol: /^rediss?$/, hostname: /./ })
    .transform((value, context) => {
      // A path is the number of a database.
      if (!/^(\/\d*)?$/.test(new URL(value).pathname)) context.addIssue({ code: 'custom' });
      return value;
    })
    .optional();
}

function encryptionKey() {
  return z
    .string()
    .transform((value, context): Uint8Array => {
      const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
      if (key.length !== 32) context.addIssue({ code: 'custom' });
      return key;
    })
    .optional();
}

function toAbsolute(folder: string): string {
  return resolve(folder);
}

function parseTrustProxy(value: string, context: z.RefinementCtx): TrustProxy {
  if (value === 'none') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const entries = value.split(',').map((entry) => entry.trim());
  if (!entries.every(isAddressOrNetwork)) context.addIssue({ code: 'custom' });
  return entries;
}

function isAddressOrNetwork(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [address = '', prefix, ...more] = entry.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= longest);
}

function s3Names(prefix: string): string[] {
  const rest = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'];
  return [...rest, 'FORCE_PATH_STYLE'].map((name) => `${prefix}${name}`);
}
