import type { Log } from '../log.js';

/** PostgreSQL refuses the entries of some mods, and has all others of the call. */
export class RefusedEntries extends Error {
  readonly modIds: readonly string[];

  constructor(modIds: readonly string[], cause: unknown) {
    super('PostgreSQL refuses the search entry of a mod', { cause });
    this.name = 'RefusedEntries';
    this.modIds = modIds;
  }
}

/** Logs the mods of a RefusedEntries and returns their ids. Throws any other error. */
export function noteRefused(log: Log, error: unknown): readonly string[] {
  if (!(error instanceof RefusedEntries)) throw error;
  const { modIds: mods, cause } = error;
  log.error({ part: 'search', err: cause, mods }, 'some mods could not be indexed');
  return mods;
}
