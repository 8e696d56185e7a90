import { ARCHIVE_FORMATS } from '../../../src/registry/archives';
import { LIMITS } from '../../../src/registry/limits';
import { afterChecks } from './checks';
import { hashFile } from './hash-file';
import { forgetFile, knownFile, rememberFile } from './known-files';
import { reserveUpload } from './reserve-upload';
import { sendFile } from './send-file';
import { completeUpload, renewUpload, type Session, type UploadDeclaration } from './upload-api';
import { UploadFault } from './upload-fault';
import { type Waiting, whenReached } from './when-reached';

/**
 * The step of a file on its way from this page to the service. `queued` waits for other files,
 * `waiting` for the connection, `paused` for the user. While the service checks the main file, an
 * optional one keeps its step and waits. `stopped` is a failure.
 */
export type Phase =
  | 'queued'
  | 'hashing'
  | 'sending'
  | 'waiting'
  | 'paused'
  | 'completing'
  | 'cancelling'
  | 'stopped';

/** The version that gets a file, and the kind of the file. */
export type UploadTarget = Pick<UploadDeclaration, 'modId' | 'versionId' | 'fileKind'>;

/** A file to send, with the version that it belongs to, or with an upload that began earlier. */
export interface Origin {
  readonly file: File;
  /** The version that gets it; null for the rest of an upload that an earlier page began. */
  readonly target: UploadTarget | null;
  /** The upload at the service; null until it is reserved. Never null without a target. */
  session: Session | null;
  /** The key of the request that reserves it, so that a later attempt reserves no second one. */
  reservationKey?: string;
}

/** The changing facts of a file that is sent. */
export interface Progress {
  readonly phase: Phase;
  /** The hashed bytes, then from 0 again the sent ones. */
  readonly doneBytes: number;
  /** The upload at the service; null until it is reserved. */
  readonly sessionId: string | null;
}

type Report = (changes: Partial<Progress>) => void;

/**
 * Hashes a file, reserves its upload, sends and completes it, as far as that has not happened yet.
 * Stores the upload in `work.session`, and the digest of the file in this browser until the
 * completion (`rememberFile`).
 * - An optional file, and the rest of an earlier upload, wait for the checks of the main file
 *   (`afterChecks`).
 * - A file for an upload of an earlier page must have the size of the upload, and the stored
 *   digest, if any.
 *
 * Throws `UploadFault`, a `Problem`, or the reason of the signal. After an error, a call with the
 * same `work` continues.
 */
export async function transferFile(
  work: Origin,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const { file } = work;
  const waitingIn = (phase: Phase): Waiting => ({
    signal,
    onWaiting: (isWaiting) => report({ phase: isWaiting ? 'waiting' : phase }),
  });
  const session = await sessionOf(work, waitingIn('hashing'), report);
  signal.throwIfAborted();
  report({ phase: 'sending', doneBytes: 0, sessionId: session.id });
  const sending = {
    ...waitingIn('sending'),
    file,
    onProgress: (doneBytes: number) => report({ doneBytes: Math.min(doneBytes, file.size) }),
  };
  const upload = await whenReached(() => renewUpload(session.id), sending);
  const parts = await sendFile(session, upload, sending);
  signal.throwIfAborted();
  report({ phase: 'completing', doneBytes: file.size });
  const key = crypto.randomUUID();
  const complete = () => completeUpload(session.id, parts, key);
  await accepted(work, session.versionId, complete, waitingIn('completing'));
  forgetFile(session.id);
}

/**
 * Runs a request, again after `rate_limited` and a broken connection. For a main file, any other
 * refusal is final. An optional file, and the rest of an earlier upload, wait for the checks of the
 * main file.
 */
function accepted<Result>(
  { target }: Origin,
  versionId: string,
  request: () => Promise<Result>,
  waiting: Waiting,
): Promise<Result> {
  return target?.fileKind === 'main'
    ? whenReached(request, waiting)
    : afterChecks(versionId, request, waiting);
}

/** The upload at the service: the one that an earlier page or attempt began, or a new one. */
async function sessionOf(work: Origin, waiting: Waiting, report: Report): Promise<Session> {
  const { file, target } = work;
  const { signal } = waiting;
  const hash = (it: File) => {
    report({ phase: 'hashing', doneBytes: 0 });
    return hashFile(it, signal, (doneBytes) => report({ doneBytes }));
  };
  if (work.session) {
    if (target === null) await assertSameFile(file, work.session, hash);
    return work.session;
  }
  if (target === null) throw new UploadFault('unreachable');
  assertAcceptable(file);
  const sha256 = await hash(file);
  const { name: filename, size: sizeBytes } = file;
  work.reservationKey ??= crypto.randomUUID();
  const key = work.reservationKey;
  const reserve = () => reserveUpload({ ...target, filename, sizeBytes, sha256 }, key, signal);
  work.session = await accepted(work, target.versionId, reserve, waiting);
  rememberFile(work.session.id, { sha256 });
  return work.session;
}

/**
 * Throws `UploadFault` for a file that the service refuses in any case. Without this check, the
 * user would learn it only after minutes of hashing.
 */
function assertAcceptable({ name, size }: File): void {
  const [, extension = ''] = /^.+\.([^.]*)$/s.exec(name) ?? [];
  if (!Object.hasOwn(ARCHIVE_FORMATS, extension.toLowerCase())) throw new UploadFault('no-archive');
  if (size === 0) throw new UploadFault('empty');
  if (size > LIMITS.archiveBytes) throw new UploadFault('too-large');
}

/**
 * Throws `UploadFault` if a file is not the one that an upload began with. Without a stored digest,
 * it compares only the size.
 */
async function assertSameFile(
  file: File,
  { id, sizeBytes }: Session,
  hash: (file: File) => Promise<string>,
): Promise<void> {
  if (file.size !== sizeBytes) throw new UploadFault('other-file');
  const begun = knownFile(id);
  // No known file: another browser began the upload. The service compares the bytes itself.
  if (begun && (await hash(file)) !== begun.sha256) throw new UploadFault('other-file');
}
