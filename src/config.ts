import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { EXTERNAL_VARIABLES, externalOf } from './config/external.js';
import { MAIL_SECRETS, MAIL_VARIABLES, mailConfigFault } from './config/mail.js';
import { missingPartFault } from './config/missing-parts.js';
import {
  MIRROR_SECRETS,
  MIRROR_VARIABLES,
  mirrorConfigFault,
  mirrorOf,
  S3_SECRETS,
  S3_VARIABLES,
  s3ConfigFault,
  s3Of,
} from './config/stores.js';
import {
  clamdAddress,
  encryptionKey,
  origin,
  postgresUrl,
  redisUrl,
  SECURITY_VARIABLES,
  takes,
  toAbsolute,
  trustedProxies,
  wholeNumber,
} from './config/values.js';
import { LOG_LEVELS } from './platform/log.js';

export type { ExternalConfig } from './config/external.js';
export type { Sender, SmtpServer } from './config/mail.js';

/** An invalid environment variable. The message is one line that explains it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The configuration from the environment, parsed once at start and frozen. */
export type Config = Readonly<z.output<typeof ENVIRONMENT>>;

// Error messages omit the values of these variables, because they may hold a password.
const SECRET_VARIABLES = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  ...MAIL_SECRETS,
  ...S3_SECRETS,
  ...MIRROR_SECRETS,
]);

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
    ADMIN_PORT: takes('a port, 0 to 65535 (0 picks a free one)', wholeNumber(65_535).optional()),
    PUBLIC_URL: takes('an http or https address without a path', origin().optional()),
    DATA_DIR: takes('a folder', z.string().default('.data').transform(toAbsolute)),
    DATABASE_URL: takes('an address such as postgresql://user:password@host/name', postgresUrl()),
    REDIS_URL: takes('an address such as redis://user:password@host:6379/0', redisUrl()),
    CLAMD_ADDRESS: takes('host:port or the absolute path of a socket', clamdAddress()),
    ...MAIL_VARIABLES,
    ...S3_VARIABLES,
    ...MIRROR_VARIABLES,
    ENCRYPTION_KEY: takes('32 bytes as 64 hex digits or in base64', encryptionKey()),
    ENCRYPTION_KEY_PREVIOUS: takes('32 bytes as 64 hex digits or in base64', encryptionKey()),
    SEED_DEMO: takes('true or false', z.enum(['true', 'false']).default('true')),
    WEBHOOK_TARGETS: takes('public or any', z.enum(['public', 'any']).default('public')),
    TRUST_PROXY: takes(
      'none, a number of proxies, or a list of addresses, networks and loopback',
      trustedProxies(),
    ),
    LOG_LEVEL: takes(LOG_LEVELS.join(', '), z.enum(LOG_LEVELS).default('info')),
    NODE_ENV: takes(
      'development, test or production',
      z.enum(['development', 'test', 'production']).default('development'),
    ),
    RATE_LIMITS: takes('on or off', z.enum(['on', 'off']).default('on')),
    OIDC: takes('on or off', z.enum(['on', 'off']).default('on')),
    ...SECURITY_VARIABLES,
    ...EXTERNAL_VARIABLES,
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    /** The port of the operator listener. If unset, its routes are on the public port. */
    adminPort: env.ADMIN_PORT,
    /** If unset, the listening address determines it: see `publicUrlOf`. */
    publicUrl: env.PUBLIC_URL,
    /** Absolute. */
    dataDir: env.DATA_DIR,
    /** Unset selects the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** If unset, each process counts rate limits separately and finds jobs only in the database. */
    redisUrl: env.REDIS_URL,
    /** If unset, only the built-in signatures apply. */
    clamdAddress: env.CLAMD_ADDRESS,
    /** If unset, messages are written to files in the data directory. */
    smtpServer: env.SMTP_URL,
    /** The sender of messages; set whenever `smtpServer` is. */
    mailFrom: env.MAIL_FROM,
    /** If unset, objects are stored on disk. */
    s3: s3Of(env),
    /** If unset, there is only one store. */
    mirror: mirrorOf(env),
    /**
     * 32 bytes that encrypt secrets and from which signing keys derive. If unset, a key file in the
     * data directory holds them.
     */
    encryptionKey: env.ENCRYPTION_KEY,
    /** 32 bytes that only verify and decrypt. */
    encryptionKeyPrevious: env.ENCRYPTION_KEY_PREVIOUS,
    seedDemo: env.SEED_DEMO === 'true',
    webhookTargets: env.WEBHOOK_TARGETS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    nodeEnv: env.NODE_ENV,
    rateLimits: env.RATE_LIMITS,
    /** If off, the service is an OAuth 2.0 issuer without ID tokens. */
    oidc: env.OIDC,
    /**
     * The contacts in `/.well-known/security.txt`; if unset, the mailbox `security` at the host.
     */
    securityContacts: env.SECURITY_CONTACT,
    /** The expiry in that file; if unset, half a year from now. */
    securityExpires: env.SECURITY_EXPIRES,
    /** External references (Spec 4.3). Every feature is off by default. */
    external: externalOf(env),
  }));

/**
 * Reads the environment; an empty value counts as unset. Settings for development are errors with
 * `NODE_ENV=production`. Throws ConfigError, which the main program prints before it exits with 2.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const fault =
    missingPartFault(given) ??
    s3ConfigFault(given, Object.keys(S3_VARIABLES), 'keep objects on disk') ??
    mirrorConfigFault(given) ??
    mailConfigFault(given);
  if (fault !== null) throw new ConfigError(fault);
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) throw explain(parsed.error, given);
  refuseOnePort(parsed.data);
  refuseInProduction(parsed.data);
  return Object.freeze(parsed.data);
}

/** The address that clients use: PUBLIC_URL, else the listening address. */
export function publicUrlOf(config: Pick<Config, 'host' | 'publicUrl'>, boundPort: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  return `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${boundPort}`;
}

function refuseOnePort({ port, adminPort }: Config): void {
  if (adminPort === undefined || adminPort === 0 || adminPort !== port) return;
  throw new ConfigError(`ADMIN_PORT is ${adminPort}, as is PORT; it needs a port of its own`);
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
