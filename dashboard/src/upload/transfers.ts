import { hasCode, Problem } from '../api/problem';
import { forgetFile } from './known-files';
import { type Origin, type Progress, transferFile, type UploadTarget } from './transfer-file';
import { createTurns } from './turns';
import { abortUpload, type Session } from './upload-api';
import { UploadFault } from './upload-fault';

/** A file that this page sends. */
export interface Transfer extends Progress {
  readonly key: string;
  readonly versionId: string;
  readonly fileKind: UploadTarget['fileKind'];
  readonly filename: string;
  readonly sizeBytes: number;
  /** The failure of a stopped transfer; null in the other phases. */
  readonly error: UploadFault | Problem | null;
}

interface Work extends Origin {
  stop: AbortController;
  /** Resolves when nothing of it is under way any more. */
  running: Promise<void>;
  isCancelled: boolean;
}

/**
 * The transfers of this page. They go on while the user opens other views. At most two files are on
 * their way at the same time, and the others wait in their order. Calls with the key of a transfer
 * that is gone do nothing.
 */
export interface Transfers {
  /** Calls `listener` after each change of `all`. Returns a function that ends this. */
  subscribe(listener: () => void): () => void;
  /** The transfers in their order. A complete or cancelled one disappears. */
  all(): readonly Transfer[];
  /** Sends a new file. */
  start(file: File, target: UploadTarget): void;
  /** Sends the rest of a file whose upload an earlier page began. */
  resume(file: File, session: Session): void;
  /**
   * Stops a transfer until `goOn`. A request that is under way, such as the completion, still takes
   * effect.
   */
  pause(key: string): void;
  /** Continues a paused or stopped transfer. */
  goOn(key: string): void;
  /**
   * Stops a transfer, and ends its upload at the service. If that fails, the transfer stays with
   * the error, and the call throws nothing. An upload that began with another file does not end,
   * because that file can still continue it.
   */
  cancel(key: string): Promise<void>;
}

const PAUSED = new DOMException('paused', 'AbortError');
/** Each file has a worker that hashes, and up to four parts in flight. */
const FILES_AT_ONCE = 2;
/** The refusals of a cancellation that has nothing to end: the upload is over. */
const OVER = ['session_not_found', 'session_not_abortable'];

/** Creates the transfers of a page. */
export function createTransfers(): Transfers {
  const shown = createList();
  const works = new Map<string, Work>();
  const remove = (key: string) => {
    works.delete(key);
    shown.remove(key);
  };
  const { begin, cancel } = createRuns(shown, remove);
  const add = (origin: Origin, place: Omit<UploadTarget, 'modId'>) => {
    const key = crypto.randomUUID();
    const idle = { stop: new AbortController(), running: Promise.resolve(), isCancelled: false };
    const work = { ...origin, ...idle };
    works.set(key, work);
    shown.add(queuedTransfer(key, origin, place));
    begin(key, work);
  };
  return {
    subscribe: shown.subscribe,
    all: shown.all,
    start: (file, target) => add({ file, target, session: null }, target),
    resume: (file, session) => add({ file, target: null, session }, session),
    pause: (key) => works.get(key)?.stop.abort(PAUSED),
    goOn(key) {
      const work = works.get(key);
      if (!work) return;
      shown.change(key, { phase: 'queued', error: null });
      begin(key, work);
    },
    async cancel(key) {
      const work = works.get(key);
      if (!work || work.isCancelled) return;
      if (hasOtherFile(shown.all().find((it) => it.key === key))) remove(key);
      else await cancel(key, work);
    },
  };
}

/** The transfers as views show them. Each change makes a new list. */
function createList() {
  const listeners = new Set<() => void>();
  let transfers: readonly Transfer[] = [];
  const publish = (next: readonly Transfer[]) => {
    transfers = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    all: () => transfers,
    add: (transfer: Transfer) => publish([...transfers, transfer]),
    change: (key: string, changes: Partial<Transfer>) =>
      publish(transfers.map((it) => (it.key === key ? { ...it, ...changes } : it))),
    remove: (key: string) => publish(transfers.filter((it) => it.key !== key)),
  };
}

/** A transfer that waits for its turn. */
function queuedTransfer(
  key: string,
  { file, session }: Origin,
  { versionId, fileKind }: Omit<UploadTarget, 'modId'>,
): Transfer {
  const { name: filename, size: sizeBytes } = file;
  const queued = { phase: 'queued', doneBytes: 0, error: null } as const;
  const sessionId = session?.id ?? null;
  return { key, sessionId, versionId, fileKind, filename, sizeBytes, ...queued };
}

/** Runs and cancels the work of transfers, and shows its progress. */
function createRuns(shown: ReturnType<typeof createList>, remove: (key: string) => void) {
  const takeTurn = createTurns(FILES_AT_ONCE);
  const run = async (key: string, work: Work) => {
    const { signal } = work.stop;
    const report = (changes: Partial<Progress>) => {
      if (!signal.aborted) shown.change(key, changes);
    };
    try {
      await takeTurn(signal, () => transferFile(work, signal, report));
      if (!work.isCancelled) remove(key);
    } catch (error) {
      const sessionId = work.session?.id ?? null;
      if (work.isCancelled) shown.change(key, { sessionId });
      else if (error === PAUSED) shown.change(key, { sessionId, phase: 'paused' });
      else shown.change(key, { sessionId, phase: 'stopped', error: known(error) });
    }
  };
  return {
    begin(key: string, work: Work) {
      work.stop = new AbortController();
      work.running = run(key, work);
    },
    async cancel(key: string, work: Work) {
      work.isCancelled = true;
      shown.change(key, { phase: 'cancelling', error: null });
      work.stop.abort(PAUSED);
      // A request that reserves the upload cannot be aborted. Only its response names the session
      // that must end, so the request ends first.
      await work.running;
      try {
        if (work.session) await endUpload(work.session.id);
        remove(key);
      } catch (error) {
        work.isCancelled = false;
        shown.change(key, { phase: 'stopped', error: known(error) });
      }
    },
  };
}

/** Whether a transfer stopped because its upload began with another file. */
const hasOtherFile = (transfer: Transfer | undefined): boolean =>
  transfer?.error instanceof UploadFault && transfer.error.kind === 'other-file';

/** Ends an upload at the service, unless it is over already. Throws a `Problem`. */
async function endUpload(id: string): Promise<void> {
  try {
    await abortUpload(id);
  } catch (error) {
    if (!hasCode(error, ...OVER)) throw error;
  }
  forgetFile(id);
}

/** Views can explain only these two types. Any other error is logged and becomes `unreachable`. */
function known(error: unknown): UploadFault | Problem {
  if (error instanceof UploadFault || error instanceof Problem) return error;
  console.error(error);
  return new UploadFault('unreachable');
}
