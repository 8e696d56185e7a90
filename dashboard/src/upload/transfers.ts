import { Problem } from '../api/problem';
import { hashFile } from './hash-file';
import { forgetFile, knownFile, rememberFile } from './known-files';
import { sendFile } from './send-file';
import {
  abortUpload,
  completeUpload,
  createUpload,
  renewUpload,
  type Session,
  type UploadDeclaration,
} from './upload-api';
import { UploadFault } from './upload-fault';

/** The step of a file on its way from this page to the service. */
export type Phase = 'hashing' | 'sending' | 'waiting' | 'paused' | 'completing' | 'stopped';

/** A file that this page sends. */
export interface Transfer {
  readonly key: string;
  readonly versionId: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly phase: Phase;
  readonly doneBytes: number;
  /** The upload at the service, once it is reserved. */
  readonly sessionId: string | null;
  readonly error: UploadFault | Problem | null;
}

/** The version that gets a file. */
export type UploadTarget = Pick<UploadDeclaration, 'modId' | 'versionId' | 'fileKind'>;

interface Work {
  readonly file: File;
  readonly target: UploadTarget | null;
  session: Session | null;
  stop: AbortController;
}

/** The transfers of this page. They go on while the user opens other views. */
export interface Transfers {
  subscribe(listener: () => void): () => void;
  all(): readonly Transfer[];
  /** Sends a new file. */
  start(file: File, target: UploadTarget): void;
  /** Sends the rest of a file whose upload an earlier page began. */
  resume(file: File, session: Session): void;
  pause(key: string): void;
  goOn(key: string): void;
  /** Stops a transfer, and ends its upload at the service. */
  cancel(key: string): Promise<void>;
}

const PAUSED = new DOMException('paused', 'AbortError');

/** Creates the transfers of a page. */
export function createTransfers(): Transfers {
  const listeners = new Set<() => void>();
  const works = new Map<string, Work>();
  let transfers: readonly Transfer[] = [];
  const tell = (next: readonly Transfer[]) => {
    transfers = next;
    for (const listener of listeners) listener();
  };
  const change = (key: string, changes: Partial<Transfer>) =>
    tell(transfers.map((it) => (it.key === key ? { ...it, ...changes } : it)));
  const remove = (key: string) => {
    works.delete(key);
    tell(transfers.filter((it) => it.key !== key));
  };
  const run = async (key: string) => {
    const work = works.get(key);
    if (!work) return;
    work.stop = new AbortController();
    try {
      await transferFile(work, (changes) => change(key, changes));
      remove(key);
    } catch (error) {
      if (!works.has(key)) return;
      const isPaused = error === PAUSED;
      change(key, {
        phase: isPaused ? 'paused' : 'stopped',
        error: isPaused ? null : known(error),
      });
    }
  };
  const add = (work: Work, versionId: string) => {
    const key = crypto.randomUUID();
    const { name: filename, size: sizeBytes } = work.file;
    const sessionId = work.session?.id ?? null;
    const begun = { phase: 'hashing', doneBytes: 0, error: null } as const;
    works.set(key, work);
    tell([...transfers, { key, versionId, filename, sizeBytes, sessionId, ...begun }]);
    void run(key);
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all: () => transfers,
    start: (file, target) =>
      add({ file, target, session: null, stop: new AbortController() }, target.versionId),
    resume: (file, session) =>
      add({ file, target: null, session, stop: new AbortController() }, session.versionId),
    pause: (key) => works.get(key)?.stop.abort(PAUSED),
    goOn(key) {
      change(key, { phase: 'sending', error: null });
      void run(key);
    },
    async cancel(key) {
      const work = works.get(key);
      remove(key);
      work?.stop.abort(PAUSED);
      if (!work?.session) return;
      await abortUpload(work.session.id);
      forgetFile(work.session.id);
    },
  };
}

/** Hashes, reserves, sends and completes, as far as that has not happened yet. */
async function transferFile(work: Work, change: (changes: Partial<Transfer>) => void) {
  const { file, stop } = work;
  const { signal } = stop;
  const onHash = (doneBytes: number) => change({ doneBytes });
  if (work.session === null && work.target) {
    const sha256 = await hashFile(file, signal, onHash);
    work.session = await createUpload({
      ...work.target,
      filename: file.name,
      sizeBytes: file.size,
      sha256,
    });
    rememberFile(work.session.id, { sha256, lastModified: file.lastModified });
    change({ sessionId: work.session.id });
  } else if (work.target === null && work.session) {
    await assertSameFile(file, work.session, (it) => hashFile(it, signal, onHash));
  }
  const session = work.session;
  if (!session) return;
  change({ phase: 'sending', doneBytes: 0 });
  const fresh = session.upload ? session : await renewUpload(session.id);
  // After a pause the addresses may have expired, so they are signed again then.
  work.session = { ...session, upload: null };
  const parts = await sendFile(fresh, {
    file,
    signal,
    onProgress: (doneBytes) => change({ doneBytes: Math.min(doneBytes, file.size) }),
    onWaiting: (isWaiting) => change({ phase: isWaiting ? 'waiting' : 'sending' }),
  });
  change({ phase: 'completing', doneBytes: file.size });
  await completeUpload(session.id, parts);
  forgetFile(session.id);
}

/** Throws `UploadFault` if a file is not the one that an upload began with. */
async function assertSameFile(
  file: File,
  { id, sizeBytes }: Session,
  hash: (file: File) => Promise<string>,
): Promise<void> {
  if (file.size !== sizeBytes) throw new UploadFault('other-file');
  const begun = knownFile(id);
  // Another browser began it: the service compares the bytes itself.
  if (begun && (await hash(file)) !== begun.sha256) throw new UploadFault('other-file');
}

function known(error: unknown): UploadFault | Problem {
  if (error instanceof UploadFault || error instanceof Problem) return error;
  console.error(error);
  return new UploadFault('unreachable');
}
