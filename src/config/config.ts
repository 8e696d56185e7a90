import { isIPv6 } from 'node:net';
import { isAbsolute, relative, sep } from 'node:path';
import type { z } from 'zod';
import { ENVIRONMENT, SECRET_VARIABLES } from './environment.js';
import { mailConfigFault } from './mail.js';
import { searchConfigFault } from './search.js';
import { mirrorConfigFault, S3_VARIABLES, s3ConfigFault } from './stores.js';
import { isPlainIssuer } from './trusted-issuers.js';

export type { ExternalConfig } from './external.js';
export type { Sender, SmtpServer } from './mail.js';

/**
 * An invalid environment variable or combination of variables. The message is one line that
 * explains it.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The configuration from the environment, parsed once at start and frozen. */
export type Config = Readonly<z.output<typeof ENVIRONMENT>>;

/**
 * Reads the environment; an empty value counts as unset. With `NODE_ENV=production`, settings for
 * development are errors: no rate limits, webhooks to any target, and issuers of CI tokens by http.
 * Throws ConfigError, which the main program prints before it exits with 2.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const fault =
    s3ConfigFault(given, Object.keys(S3_VARIABLES), 'keep objects on disk') ??
    mirrorConfigFault(given) ??
    mailConfigFault(given) ??
    searchConfigFault(given);
  if (fault !== null) throw new ConfigError(fault);
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) throw explain(parsed.error, given);
  refuseOnePort(parsed.data);
  refuseNoReplica(parsed.data);
  refuseOtherArchive(parsed.data);
  refuseForgedCountry(parsed.data);
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

/** Nothing replicates the embedded PostgreSQL, and a database is no replica of itself. */
function refuseNoReplica({ databaseUrl, databaseReadUrl }: Config): void {
  if (databaseReadUrl === undefined) return;
  if (databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_READ_URL is set, but DATABASE_URL is not, and the embedded PostgreSQL has no replica; set both or none',
    );
  }
  if (databaseReadUrl !== databaseUrl) return;
  throw new ConfigError(
    'DATABASE_READ_URL is the address of DATABASE_URL; a replica has its own, so unset it to read from one database',
  );
}

/** modport configures only the PostgreSQL that it starts, and its command needs a POSIX shell. */
function refuseOtherArchive({ walArchive, databaseUrl, dataDir }: Config): void {
  if (walArchive === undefined) return;
  const set = 'WAL_ARCHIVE is set';
  if (databaseUrl !== undefined) {
    throw new ConfigError(
      `${set}, but so is DATABASE_URL; set archive_command of that PostgreSQL instead`,
    );
  }
  if (process.platform === 'win32') {
    throw new ConfigError(`${set}, but Windows has no POSIX shell to archive with; unset it`);
  }
  if (isWithin(walArchive, dataDir)) {
    throw new ConfigError(`${set} to a folder in DATA_DIR, which would be lost with it`);
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Without a proxy, every client could name its country itself. */
function refuseForgedCountry({ countryHeader, trustProxy }: Config): void {
  if (countryHeader === undefined || trustProxy !== false) return;
  throw new ConfigError(
    'COUNTRY_HEADER is set, but no proxy is trusted to set it; set TRUST_PROXY',
  );
}

function refuseInProduction(config: Config): void {
  if (config.nodeEnv !== 'production') return;
  const refused = 'is for development and is refused with NODE_ENV=production';
  if (config.rateLimits === 'off') throw new ConfigError(`RATE_LIMITS=off ${refused}`);
  if (config.webhookTargets === 'any') throw new ConfigError(`WEBHOOK_TARGETS=any ${refused}`);
  const plain = config.trustedIssuers.find(isPlainIssuer);
  if (plain) throw new ConfigError(`TRUSTED_ISSUERS=${plain} ${refused}`);
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
