import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { EXTERNAL_VARIABLES, externalOf } from './config/external.js';
import { MAIL_SECRETS, MAIL_VARIABLES, whyNoMail } from './config/mail.js';
import { MIRROR_SECRETS, MIRROR_VARIABLES, mirrorOf, whyNoMirror } from './config/mirror.js';
import { S3_SECRETS, S3_VARIABLES, s3Of, whyIncomplete } from './config/s3.js';
import { SECURITY_VARIABLES } from './config/security.js';
import {
  clamdAddress,
  encryptionKey,
  origin,
  postgresUrl,
  redisUrl,
  takes,
  toAbsolute,
  trustedProxies,
  wholeNumber,
} from './config/values.js';
import { LOG_LEVELS } from './platform/log.js';

export type { ExternalConfig } from './config/external.js';
export type { Sender, SmtpServer } from './config/mail.js';

/** A variable of the environment that cannot be used; the message is one line that says why. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** What the environment decides, parsed once at start and frozen. */
export type Config = Readonly<z.output<typeof ENVIRONMENT>>;

/**
 * Parts that this release does not have yet. Their variables are refused, never ignored: who sets
 * one counts on it. The release that brings a part removes its row.
 */
const MISSING_PARTS = [
  { part: 'Meilisearch', names: ['MEILI_URL', 'MEILI_API_KEY'], instead: 'search in PostgreSQL' },
];

// An error names these without what they hold: it may be a password.
const SECRET_VARIABLES = new Set([
  ...['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY', 'ENCRYPTION_KEY_PREVIOUS'],
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
    /** Of the listener for operators; unset, what they need is on the public port. */
    adminPort: env.ADMIN_PORT,
    /** Unset, it follows from where the service listens: see `publicUrlOf`. */
    publicUrl: env.PUBLIC_URL,
    /** Absolute. */
    dataDir: env.DATA_DIR,
    /** Unset selects the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** Unset, each process counts rate limits for itself and finds jobs in the database alone. */
    redisUrl: env.REDIS_URL,
    /** Unset, only the built-in signatures are looked for. */
    clamdAddress: env.CLAMD_ADDRESS,
    /** Unset, messages are written to files in the data directory. */
    smtpServer: env.SMTP_URL,
    /** The sender of messages; set wherever `smtpServer` is. */
    mailFrom: env.MAIL_FROM,
    /** Unset, objects are kept on disk. */
    s3: s3Of(env),
    /** Unset, there is one store alone. */
    mirror: mirrorOf(env),
    /** 32 bytes that encrypt secrets and that signing keys derive from; unset, a key file in the data directory. */
    encryptionKey: env.ENCRYPTION_KEY,
    /** 32 bytes that only verify and decrypt. */
    encryptionKeyPrevious: env.ENCRYPTION_KEY_PREVIOUS,
    seedDemo: env.SEED_DEMO === 'true',
    webhookTargets: env.WEBHOOK_TARGETS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    nodeEnv: env.NODE_ENV,
    rateLimits: env.RATE_LIMITS,
    /** Off, the service is an issuer of OAuth 2.0 alone: no ID tokens. */
    oidc: env.OIDC,
    /** Of `/.well-known/security.txt`; unset, the mailbox `security` of the host. */
    securityContacts: env.SECURITY_CONTACT,
    /** The end of what that file says; unset, half a year from now. */
    securityExpires: env.SECURITY_EXPIRES,
    /** Files that other services keep (Spec 4.3): nothing of it is on unless it is switched on. */
    external: externalOf(env),
  }));

/**
 * Reads the environment; an empty value counts as unset. Throws ConfigError, which a main prints
 * before it exits with 2.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  refuseWhatIsMissing(given);
  const incomplete =
    whyIncomplete(given, Object.keys(S3_VARIABLES), 'keep objects on disk') ??
    whyNoMirror(given) ??
    whyNoMail(given);
  if (incomplete !== null) throw new ConfigError(incomplete);
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) throw explain(parsed.error, given);
  refuseOnePort(parsed.data);
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
