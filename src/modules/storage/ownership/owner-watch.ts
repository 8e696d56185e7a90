import { inTime } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import { UnfitStore } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { StoreName } from './known-files.js';
import { FilesMissing, requireOwnFiles, requireOwnStore, type Stores } from './own-store.js';

/**
 * The reason why a store may not be that of the database, as a sentence. A store without such a
 * fault is absent.
 */
export type OwnerFaults = Readonly<Partial<Record<StoreName, string>>>;

/** Comparisons of the owners of the stores with the database. */
export interface OwnerWatch {
  /**
   * Makes this installation the owner of new stores, and compares the owners of all stores. Never
   * fails: a store that does not respond is no sign of another owner, and only gets a warning.
   */
  check(): Promise<void>;
  /** The result of the last comparison. Sends no request. */
  faults(): OwnerFaults;
  /**
   * Compares once, and again every `ownerWatchSeconds` while a store has a fault or its owner is
   * unknown. Resolves after the first comparison.
   */
  start(): Promise<void>;
  /** Ends the regular comparisons. One that runs ends by itself. */
  stop(): void;
}

/** The longest wait for a store that does not respond, if there are two stores. */
const PATIENCE_MS = 3_000;

/**
 * Creates the comparison. It logs each new fault, and its end. With a mirror, missing files of the
 * first store are no fault, because the mirror can restore them.
 */
export function createOwnerWatch(platform: Stores & { readonly log: Log }): OwnerWatch {
  const names = platform.mirror ? (['primary', 'mirror'] as const) : (['primary'] as const);
  const results = createResults(platform);
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    await Promise.all(
      names.map(async (name) => results.note(name, await failureOf(compare(platform, name)))),
    );
  };

  return {
    check,
    faults: results.faults,
    async start() {
      await check();
      timer ??= setInterval(() => {
        if (!results.areRight()) void check();
      }, LIMITS.ownerWatchSeconds * 1000).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** Creates the memory of the last comparison of each store, which logs changes. */
function createResults({ log, mirror }: Stores & { readonly log: Log }) {
  const faults = new Map<StoreName, string>();
  /** Stores whose owner could not be read. */
  const unknown = new Set<StoreName>();

  function note(name: StoreName, failure: unknown): void {
    if (failure !== null && !(failure instanceof UnfitStore)) {
      // A policy may allow the prefixes of objects, but not the object that names the owner.
      if (!unknown.has(name)) {
        log.warn({ err: failure, provider: name }, 'the owner of a store cannot be read');
      }
      unknown.add(name);
      return;
    }
    unknown.delete(name);
    const lacks = failure instanceof FilesMissing;
    if (failure === null || (lacks && mirror && name === 'primary')) {
      if (faults.delete(name)) log.info({ provider: name }, 'the store matches the database again');
      return;
    }
    if (!faults.has(name)) {
      const text = lacks
        ? 'the store lacks the files of the database'
        : 'the store may belong to another installation';
      log.error({ err: failure, provider: name }, text);
    }
    faults.set(name, failure.message);
  }

  return {
    /** Notes the failure of a comparison, or null. */
    note,
    faults: (): OwnerFaults => Object.fromEntries(faults),
    /** Whether each store is that of the database, as far as is known. */
    areRight: () => faults.size === 0 && unknown.size === 0,
  };
}

function compare(platform: Stores, name: StoreName): Promise<void> {
  if (!platform.mirror) return requireOwnFiles(platform);
  return inTime(requireOwnStore(platform, name), PATIENCE_MS);
}

function failureOf(check: Promise<void>): Promise<unknown> {
  return check.then(
    () => null,
    (error: unknown) => error ?? new Error('no reason'),
  );
}
