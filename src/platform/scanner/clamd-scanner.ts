import { ARCHIVE_LIMITS, LIMITS } from '../../registry/limits.js';
import type { Clock } from '../clock.js';
import { traceCall } from '../tracing/in-span.js';
import {
  type ClamdEngine,
  type ClamdSessions,
  keepClamdSessions,
  watchClamdEngine,
} from './clamd-engine.js';
import { readVerdict } from './clamd-replies.js';
import { type ClamdAddress, type ClamdSession, SENT_AT_ONCE_BYTES } from './clamd-session.js';
import type { ContentScan, ScannedContent, Scanner, Verdict } from './scanner.port.js';

/**
 * Scans with ClamAV through the socket of its daemon. It sends content of every type, because
 * clamd has other signatures for each file type, and an archive alone reveals little. Content
 * above the stream limit is not sent and is `unknown`. So is content shorter or longer than its
 * announced size, and clean content if the engine is in doubt. Throws if the connection breaks or
 * times out, unless clamd refuses the size (`unknown`); the caller retries.
 */
export function createClamdScanner(
  address: ClamdAddress,
  clock: Clock,
  silenceSeconds: number = LIMITS.clamdSilenceSeconds,
): Scanner {
  const sessions = keepClamdSessions(address, silenceSeconds);
  const engineNow = watchClamdEngine(sessions, clock);
  return {
    async engine() {
      const { version, doubt } = await engineNow();
      const signatures = `clamav-${version.engine}/${version.signatures ?? 'none'}`;
      return {
        name: 'clamav',
        signatures,
        ...(version.madeAt === null ? {} : { madeAt: version.madeAt }),
        ...(doubt === null ? {} : { doubt }),
      };
    },
    open(content) {
      if (content.sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes) return TOO_LARGE;
      return openStream(content, sessions, engineNow);
    },
    async ping() {
      const session = await sessions.take();
      const reply = await session.request('PING').catch((error: unknown) => {
        session.close();
        throw error;
      });
      sessions.release(session);
      if (reply !== 'PONG') throw new Error('clamd does not reply to PING');
    },
  };
}

const TOO_LARGE: ContentScan = {
  write() {},
  end: async () => ({ result: 'unknown', reason: 'above the stream limit' }),
};

/** A content on its way to clamd. */
interface Transfer {
  readonly sizeBytes: number;
  readonly sessions: ClamdSessions;
  /** Null until the first bytes are sent. */
  session: ClamdSession | null;
  /** The verdict of a clamd that did not take all bytes. */
  refusal: Verdict | null;
}

function openStream(
  { sizeBytes }: ScannedContent,
  sessions: ClamdSessions,
  engineNow: () => Promise<ClamdEngine>,
): ContentScan {
  const transfer: Transfer = { sizeBytes, sessions, session: null, refusal: null };
  const explained = (error: unknown) => explain(transfer, error);
  let sentBytes = 0;
  return {
    write(chunk) {
      sentBytes += chunk.length;
      // Bytes beyond the announced size are never sent: clamd would read them as a command.
      if (transfer.refusal || sentBytes > sizeBytes) return undefined;
      return send(transfer, chunk)?.catch(async (error: unknown) => void (await explained(error)));
    },
    async end() {
      if (transfer.refusal) return transfer.refusal;
      // The scan of an incomplete content is useless.
      if (sentBytes !== sizeBytes) {
        transfer.session?.close();
        return TRUNCATED;
      }
      const verdict = traceCall('clamav verdict', {}, () => verdictOf(transfer));
      return withDoubt(await verdict.catch(explained), engineNow);
    },
  };
}

function send(transfer: Transfer, bytes: Uint8Array): void | Promise<void> {
  const { session } = transfer;
  return session ? session.send(bytes) : begin(transfer).then((begun) => begun.send(bytes));
}

async function begin(transfer: Transfer): Promise<ClamdSession> {
  const session = await transfer.sessions.take();
  transfer.session = session;
  session.begin(transfer.sizeBytes);
  return session;
}

/** clamd closes the connection for oversized content, which is not a failure. */
async function explain(transfer: Transfer, error: unknown): Promise<Verdict> {
  const { session, sizeBytes, sessions } = transfer;
  session?.close();
  transfer.refusal = await refusalOf(sizeBytes, sessions, error);
  return transfer.refusal;
}

async function verdictOf(transfer: Transfer): Promise<Verdict> {
  if (transfer.sizeBytes === 0) return CLEAN;
  const session = transfer.session ?? (await begin(transfer));
  const verdict = readVerdict(await session.finish());
  // After such a reply, clamd may have stopped reading in the middle of the content.
  if (verdict.result === 'unknown') session.close();
  else transfer.sessions.release(session);
  return verdict;
}

/** Asks clamd whether it rejects contents of this size. Throws the error if it does not. */
async function refusalOf(
  sizeBytes: number,
  sessions: ClamdSessions,
  error: unknown,
): Promise<Verdict> {
  // clamd replies to a small content before the connection could break.
  if (sizeBytes <= SENT_AT_ONCE_BYTES) throw error;
  const reply = await sessions.refusalOf(sizeBytes).catch(() => null);
  const verdict = reply === null ? null : readVerdict(reply);
  if (verdict?.result !== 'unknown') throw error;
  return verdict;
}

/** A clean verdict of an engine in doubt is unknown. */
async function withDoubt(
  verdict: Verdict,
  engineNow: () => Promise<ClamdEngine>,
): Promise<Verdict> {
  if (verdict.result !== 'clean') return verdict;
  const { doubt } = await engineNow();
  return doubt === null ? verdict : { result: 'unknown', reason: doubt };
}

const TRUNCATED: Verdict = { result: 'unknown', reason: 'truncated' };
const CLEAN: Verdict = { result: 'clean' };
