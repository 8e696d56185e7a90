import { type Config, publicUrlOf } from '../config/config.js';
import { ownerOf } from '../platform/embedded/lock.js';
import type { Platform } from '../platform/platform.js';
import { type Invocation, refuseReadOnly, withOpenParts } from './command.js';
import { CommandError } from './flags.js';

/** The addresses of a service. */
export interface ServiceAddress {
  /** From this machine, without a trailing slash. */
  readonly localUrl: string;
  /** The address that clients use, which signed URLs begin with. */
  readonly publicUrl: string;
}

const PATIENCE_MS = 5_000;

/**
 * Runs `work` with a service on this environment's parts: the running one, else a temporary one on
 * a free port, which it stops afterwards. Throws CommandError if a service owns the data directory
 * but does not respond at HOST and PORT, or with `READ_ONLY=on`. Throws the errors of `work`.
 */
export async function withService<T>(
  invocation: Invocation,
  work: (platform: Platform, service: ServiceAddress) => Promise<T>,
): Promise<T> {
  const { config, log, detected, replacing } = invocation;
  refuseReadOnly(config);
  const localUrl = await runningService(config);
  if (localUrl !== undefined) {
    const service = { localUrl, publicUrl: config.publicUrl ?? localUrl };
    return withOpenParts(invocation, ({ platform }) => work(platform, service));
  }
  detected.hasService = false;
  // Other commands never load the service.
  const { startService } = await import('../server/service.js');
  const service = await startService({ config: { ...config, port: 0 }, log, ...replacing });
  try {
    return await work(service.platform, service);
  } finally {
    await service.stop();
  }
}

/**
 * The URL of a running service on the same parts, or undefined. With the embedded PostgreSQL, the
 * lock of the data directory decides. With another one, only the address can be checked. A
 * different service there would reject this database's tokens.
 */
async function runningService(config: Config): Promise<string | undefined> {
  const url = publicUrlOf({ host: config.host, publicUrl: undefined }, config.port);
  const embedded = config.databaseUrl === undefined;
  if (embedded && (await ownerOf(config.dataDir))?.purpose !== 'service') return undefined;
  if (await responds(`${url}/healthz`)) return url;
  if (!embedded) return undefined;
  throw new CommandError(
    `the service on ${config.dataDir} does not respond at ${url}; set HOST and PORT as for the service`,
  );
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
