import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ProblemError, type Schema } from '@modport/client';
import { failure } from '../failure.js';
import { type Language, texts } from '../language.js';
import type { Output } from '../output/output.js';
import { safeLine } from '../output/safe-text.js';

/** An upload session as the service shows it. */
export type Session = Schema<'UploadSession'>;

const SHORTEST_POLL_MS = 200;
const LONGEST_POLL_MS = 5000;

/** Reads a session. Null if it is unknown or deleted, or if it belongs to others. */
export async function readSession(
  client: Client,
  upload_id: string,
  signal: AbortSignal,
): Promise<Session | null> {
  try {
    const params = { path: { upload_id } };
    return (await client.get('/uploads/{upload_id}', { params, signal })).body.data;
  } catch (error) {
    if (error instanceof ProblemError && (error.status === 404 || error.status === 410))
      return null;
    throw error;
  }
}

/**
 * Whether the file must be sent (again): the session does not have all bytes, was cancelled, or
 * failed without a verdict about the bytes.
 */
export function needsBytes({ lifecycleStatus, failure: failed }: Session): boolean {
  if (lifecycleStatus === 'failed') return failed?.retryable === true;
  return ['draft', 'uploading', 'cancelled'].includes(lifecycleStatus);
}

interface Waiting {
  readonly client: Client;
  readonly output: Output;
  readonly language: Language;
  readonly signal: AbortSignal;
}

/**
 * Waits until the scan of an upload has a verdict, without a time limit. Returns the session of a
 * file that can be published. Throws `upload_rejected` for a rejected, failed, cancelled or lost
 * upload, and `upload_waiting` if a moderator must decide.
 */
export async function awaitVerdict(
  { client, output, language, signal }: Waiting,
  uploadId: string,
  file: string,
): Promise<Session> {
  let isShown = false;
  for (let delayMs = SHORTEST_POLL_MS; ; delayMs = Math.min(LONGEST_POLL_MS, delayMs * 1.5)) {
    const session = await readSession(client, uploadId, signal);
    if (session === null) throw failure('upload_rejected', { file, reason: GONE });
    const { lifecycleStatus: state } = session;
    if (state === 'ready' || state === 'published') return session;
    if (state === 'quarantined') throw failure('upload_waiting', { file, upload_id: uploadId });
    if (state === 'failed' || state === 'cancelled') {
      throw failure('upload_rejected', { file, reason: reasonOf(session) });
    }
    if (!isShown) output.note(SCANNING[language](file));
    isShown = true;
    await delay(delayMs, undefined, { signal });
  }
}

const GONE = texts({
  en: 'its upload no longer exists. Run the command again.',
  de: 'der Upload besteht nicht mehr. Den Befehl noch einmal ausführen.',
  ru: 'эта загрузка больше не существует. Повторите команду.',
});

const SCANNING = texts({
  en: (file: string) => `The service is scanning ${file} …`,
  de: (file: string) => `Der Dienst prüft ${file} …`,
  ru: (file: string) => `Сервис проверяет ${file} …`,
});

/** The code, the detail and the findings of the scan, in the language of the request. */
function reasonOf({ failure: failed, findings, review, lifecycleStatus }: Session): string {
  const found = findings.map(({ path, found, fix }) => {
    return `\n  ${path === null ? '' : `${path}: `}${found}. ${fix}`;
  });
  const head = failed?.code ?? review?.rejectionReason ?? lifecycleStatus;
  const note = failed?.detail ?? review?.publicNote ?? '';
  return safeText(`${head}. ${note}${found.join('')}`);
}

const safeText = (text: string): string => text.split('\n').map(safeLine).join('\n');
