import type { Config } from '../config/config.js';

/** The findings of a command about the data that it opened. */
export interface DetectedService {
  /** Whether a service was connected to the same data; null if the command did not open it. */
  hasService: boolean | null;
}

/** The data that a command used, described for its operator. */
export interface UsedData {
  /** The external database, if there is one, and the data directory. */
  readonly used: string;
  /** Present if no service is connected to the data. */
  readonly warning?: string;
}

/** Describes the used data; null for a command that ended before it opened anything. */
export function usedDataOf(config: Config, { hasService }: DetectedService): UsedData | null {
  if (hasService === null) return null;
  const used = `${databaseOf(config)}DATA_DIR ${config.dataDir}`;
  return hasService ? { used } : { used, warning: WARNING };
}

const WARNING =
  'no service is connected to this data now; if a service runs, run the command with its DATA_DIR and ' +
  'DATABASE_URL, in its folder';

/** The host and name of an external database, because its URL may hold a password. */
function databaseOf({ databaseUrl }: Config): string {
  if (databaseUrl === undefined) return '';
  const url = URL.parse(databaseUrl);
  return url ? `database ${url.host}${url.pathname}, ` : 'the database of DATABASE_URL, ';
}
