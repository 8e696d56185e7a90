import { z } from 'zod';
import { LOG_LEVELS } from '../platform/log.js';
import { LIMITS } from '../registry/limits.js';
import { EXTERNAL_VARIABLES, externalOf } from './external.js';
import { MAIL_VARIABLES, SECRET_MAIL_VARIABLES } from './mail.js';
import { meilisearchOf, SEARCH_SECRETS, SEARCH_VARIABLES } from './search.js';
import {
  MIRROR_SECRETS,
  MIRROR_VARIABLES,
  mirrorOf,
  S3_SECRETS,
  S3_VARIABLES,
  s3Of,
} from './stores.js';
import { TRACING_SECRETS, TRACING_VARIABLES, tracingOf } from './tracing.js';
import { trustedIssuers } from './trusted-issuers.js';
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
} from './values.js';

/** Error messages omit the values of these variables, because they may hold a secret. */
export const SECRET_VARIABLES = new Set([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  ...SECRET_MAIL_VARIABLES,
  ...S3_SECRETS,
  ...MIRROR_SECRETS,
  ...SEARCH_SECRETS,
  ...TRACING_SECRETS,
]);

const VARIABLES = z.object({
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
  WORKERS: takes(
    `a number of processes, 1 to ${LIMITS.serverProcesses}`,
    wholeNumber(LIMITS.serverProcesses, 1).default(1),
  ),
  DATA_DIR: takes('a folder', z.string().default('.data').transform(toAbsolute)),
  WAL_ARCHIVE: takes('a folder', z.string().transform(toAbsolute).optional()),
  DATABASE_URL: takes('an address such as postgresql://user:password@host/name', postgresUrl()),
  DATABASE_READ_URL: takes(
    'an address such as postgresql://user:password@replica/name',
    postgresUrl(),
  ),
  REDIS_URL: takes('an address such as redis://user:password@host:6379/0', redisUrl()),
  CLAMD_ADDRESS: takes('host:port or the absolute path of a socket', clamdAddress()),
  ...MAIL_VARIABLES,
  ...S3_VARIABLES,
  ...MIRROR_VARIABLES,
  ...SEARCH_VARIABLES,
  ENCRYPTION_KEY: takes('32 bytes as 64 hex digits or in base64', encryptionKey()),
  ENCRYPTION_KEY_PREVIOUS: takes('32 bytes as 64 hex digits or in base64', encryptionKey()),
  SEED_DEMO: takes('true or false', z.enum(['true', 'false']).default('true')),
  WEBHOOK_TARGETS: takes('public or any', z.enum(['public', 'any']).default('public')),
  TRUST_PROXY: takes(
    `none, a number of proxies (at most ${LIMITS.trustedProxies}), or a list of addresses, networks and loopback`,
    trustedProxies(),
  ),
  COUNTRY_HEADER: takes(
    'the name of a header that the proxy sets on every request',
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
      .transform((name) => name.toLowerCase())
      .optional(),
  ),
  LOG_LEVEL: takes(LOG_LEVELS.join(', '), z.enum(LOG_LEVELS).default('info')),
  NODE_ENV: takes(
    'development, test or production',
    z.enum(['development', 'test', 'production']).default('development'),
  ),
  RATE_LIMITS: takes('on or off', z.enum(['on', 'off']).default('on')),
  READ_ONLY: takes('on or off', z.enum(['on', 'off']).default('off')),
  OIDC: takes('on or off', z.enum(['on', 'off']).default('on')),
  LEGAL_DIR: takes('a folder', z.string().transform(toAbsolute).optional()),
  TRUSTED_ISSUERS: takes(
    'https addresses without a trailing slash, with a comma between two (http only on this machine)',
    trustedIssuers(),
  ),
  SIGN_UP: takes('open or closed', z.enum(['open', 'closed']).default('open')),
  AUDIT_RETENTION_DAYS: takes(
    `a number of days, ${LIMITS.auditRetentionDaysMin} to ${LIMITS.auditRetentionDaysMax}`,
    wholeNumber(LIMITS.auditRetentionDaysMax, LIMITS.auditRetentionDaysMin).optional(),
  ),
  ...TRACING_VARIABLES,
  ...SECURITY_VARIABLES,
  ...EXTERNAL_VARIABLES,
});

type Environment = z.output<typeof VARIABLES>;

/**
 * The variables with their formats, and the configuration that they result in. `loadConfig` leaves
 * out empty values first. It also checks the rules that concern several variables.
 */
export const ENVIRONMENT = VARIABLES.transform((env) => ({
  ...addressesOf(env),
  ...partsOf(env),
  ...keysOf(env),
  ...behaviourOf(env),
  ...securityContactOf(env),
  /** External references (Spec 4.3). Every feature is off by default. */
  external: externalOf(env),
}));

function addressesOf(env: Environment) {
  return {
    host: env.HOST,
    port: env.PORT,
    /** The port of the operator listener. If unset, its routes are on the public port. */
    adminPort: env.ADMIN_PORT,
    /** If unset, the listening address determines it: see `publicUrlOf`. */
    publicUrl: env.PUBLIC_URL,
    /** The processes that share the listener. With more than one, a primary process starts them. */
    workers: env.WORKERS,
    /** The proxies that may state the address of a client. By default false: none. */
    trustProxy: env.TRUST_PROXY,
    /** The header, in lower case, in which the proxy names the country of a client. */
    countryHeader: env.COUNTRY_HEADER,
  };
}

/** Where data is, and the external services in place of embedded parts. */
function partsOf(env: Environment) {
  return {
    /** Absolute. */
    dataDir: env.DATA_DIR,
    /** Absolute. Unset keeps no copy of the write-ahead log of the embedded PostgreSQL. */
    walArchive: env.WAL_ARCHIVE,
    /** Unset selects the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** A streaming replica of `databaseUrl`. If unset, `databaseUrl` serves all reads. */
    databaseReadUrl: env.DATABASE_READ_URL,
    /**
     * If unset, each service counts rate limits on its own, in the primary process if there are
     * several `WORKERS`. It then finds jobs only in the database.
     */
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
    /** If unset, only PostgreSQL answers searches. */
    meilisearch: meilisearchOf(env),
    /** If unset, the process sends no traces. */
    tracing: tracingOf(env),
  };
}

function keysOf(env: Environment) {
  return {
    /**
     * 32 bytes that encrypt secrets and from which signing keys derive. If unset, a key file in the
     * data directory holds them.
     */
    encryptionKey: env.ENCRYPTION_KEY,
    /** The previous key: 32 bytes that only verify and decrypt. */
    encryptionKeyPrevious: env.ENCRYPTION_KEY_PREVIOUS,
  };
}

function behaviourOf(env: Environment) {
  return {
    /**
     * Whether a start of the whole service loads the demo catalog into a database without games.
     */
    seedDemo: env.SEED_DEMO === 'true',
    /**
     * `public` allows webhooks only to public hosts by https; `any` allows every host, also by
     * http.
     */
    webhookTargets: env.WEBHOOK_TARGETS,
    logLevel: env.LOG_LEVEL,
    nodeEnv: env.NODE_ENV,
    rateLimits: env.RATE_LIMITS,
    /** Whether the service refuses changes. */
    readOnly: env.READ_ONLY === 'on',
    /** If off, the service is an OAuth 2.0 issuer without ID tokens. */
    oidc: env.OIDC,
    /**
     * The issuers of CI tokens that owners may name for trusted publishing. If unset, GitHub and
     * GitLab.
     */
    trustedIssuers: env.TRUSTED_ISSUERS,
    /** The folder of the legal texts, absolute. If unset, the site has none. */
    legalDir: env.LEGAL_DIR,
    /** If closed, only operators create accounts. */
    signUp: env.SIGN_UP,
    /** How long audit lines are kept; unset keeps them forever. */
    auditRetentionDays: env.AUDIT_RETENTION_DAYS,
  };
}

function securityContactOf(env: Environment) {
  return {
    /**
     * The contacts in `/.well-known/security.txt`; if unset, the mailbox `security` at the host.
     */
    securityContacts: env.SECURITY_CONTACT,
    /** The expiry in that file; if unset, half a year from now. */
    securityExpires: env.SECURITY_EXPIRES,
  };
}
