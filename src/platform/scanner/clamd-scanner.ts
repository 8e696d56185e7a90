import { ARCHIVE_LIMITS, LIMITS } from '../../registry/limits.js';
import type { Clock } from '../clock.js';
import { type ClamdEngine, watchClamdEngine } from './clamd-engine.js';
import { readVerdict } from './clamd-replies.js';
import { type ClamdAddress, type ClamdSession, SENT_AT_ONCE_BYTES } from './clamd-session.js';
import { type ClamdSessions, keepClamdSessions } from './clamd-sessions.js';
import type { ContentScan, ScannedContent, Scanner, Verdict } from './scanner.port.js';

/**
 * ClamAV, asked over the socket of its daemon. Contents of every form are sent, because clamd looks
 * for other things in other kinds of files: an archive by itself says little of what is in it. What
 * is above the stream limit is not sent and is `unknown`; so is all that would be clean where the
 * engine is in doubt. A connection that breaks or is silent is thrown, to be tried again.
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
  /** A connection breaks where clamd hangs up on what is too large to it, which is no trouble. */
  const explained = async (error: unknown): Promise<Verdict> => {
    session?.close();
    // What is sent at once is answered before anything could break.
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
      // More than was announced is never sent: it would be taken for a command.
      if (refusal || sentBytes > sizeBytes) return undefined;
      return sent(chunk)?.catch(async (error: unknown) => void (await explained(error)));
    },
    async end() {
      if (refusal) return refusal;
      if (sentBytes !== sizeBytes) {
        // What was sent of it is not worth a scan.
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
  // Where it could not answer, clamd may have stopped reading in the middle.
  if (verdict.result === 'unknown') session.close();
  else sessions.giveBack(session);
  return verdict;
}

const CLEAN: Verdict = { result: 'clean' };
