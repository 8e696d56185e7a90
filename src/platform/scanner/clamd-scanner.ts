import { ARCHIVE_LIMITS, LIMITS } from '../../registry/limits.js';
import type { Clock } from '../clock.js';
import { type ClamdEngine, watchClamdEngine } from './clamd-engine.js';
import { readVerdict } from './clamd-replies.js';
import { type ClamdAddress, type ClamdSession, SENT_AT_ONCE_BYTES } from './clamd-session.js';
import { type ClamdSessions, keepClamdSessions } from './clamd-sessions.js';
import type { ContentScan, ScannedContent, Scanner, Verdict } from './scanner.port.js';

/**
 * Scans with ClamAV through the socket of its daemon. It sends contents of every form, because
 * clamd uses other signatures for other file types, and an archive alone reveals little. Content
 * above the stream limit is not sent and is `unknown`. A clean verdict is also `unknown` if the
 * engine is in doubt. Throws if the connection breaks or times out; the caller retries.
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
      return { name: 'clamav', signatures, ...(doubt === null ? {} : { doubt }) };
    },
    open(content) {
      if (content.sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes) return TOO_LARGE;
      return openStream(content, sessions, engineNow);
    },
    async ping() {
      const session = await sessions.take();
      const reply = await session.ask('PING').catch((error: unknown) => {
        session.close();
        throw error;
      });
      sessions.giveBack(session);
      if (reply !== 'PONG') throw new Error('clamd does not answer to PING');
    },
  };
}

const TOO_LARGE: ContentScan = {
  write() {},
  end: async () => ({ result: 'unknown', reason: 'above the stream limit' }),
};

function openStream(
  { sizeBytes }: ScannedContent,
  sessions: ClamdSessions,
  engineNow: () => Promise<ClamdEngine>,
): ContentScan {
  let session: ClamdSession | null = null;
  let sentBytes = 0;
  let refusal: Verdict | null = null;

  const begun = async (): Promise<ClamdSession> => {
    session = await sessions.take();
    session.begin(sizeBytes);
    return session;
  };
  /** clamd closes the connection for oversized content, which is not a failure. */
  const explained = async (error: unknown): Promise<Verdict> => {
    session?.close();
    // clamd replies to a small content before the connection could break.
    if (sizeBytes <= SENT_AT_ONCE_BYTES) throw error;
    const reply = await sessions.refusalOf(sizeBytes).catch(() => null);
    const verdict = reply === null ? null : readVerdict(reply);
    if (verdict?.result !== 'unknown') throw error;
    refusal = verdict;
    return verdict;
  };
  const sent = (bytes: Uint8Array): void | Promise<void> =>
    session ? session.send(bytes) : begun().then((it) => it.send(bytes));
  const verdictNow = async (): Promise<Verdict> =>
    sizeBytes === 0 ? CLEAN : verdictFrom(session ?? (await begun()), sessions);

  return {
    write(chunk) {
      sentBytes += chunk.length;
      // Bytes beyond the announced size are never sent: clamd would read them as a command.
      if (refusal || sentBytes > sizeBytes) return undefined;
      return sent(chunk)?.catch(async (error: unknown) => void (await explained(error)));
    },
    async end() {
      if (refusal) return refusal;
      if (sentBytes !== sizeBytes) {
        // The content is incomplete, so its scan is useless.
        session?.close();
        return { result: 'unknown', reason: 'truncated' };
      }
      const verdict = await verdictNow().catch(explained);
      if (verdict.result !== 'clean') return verdict;
      const { doubt } = await engineNow();
      return doubt === null ? verdict : { result: 'unknown', reason: doubt };
    },
  };
}

async function verdictFrom(session: ClamdSession, sessions: ClamdSessions): Promise<Verdict> {
  const verdict = readVerdict(await session.finish());
  // After such a reply, clamd may have stopped reading in the middle of the content.
  if (verdict.result === 'unknown') session.close();
  else sessions.giveBack(session);
  return verdict;
}

const CLEAN: Verdict = { result: 'clean' };
