import type { Log } from '../../platform/log.js';
import type { PartReport } from '../../platform/parts.js';
import { LIMITS } from '../../registry/limits.js';
import {
  createProbeClient,
  hasFault,
  type ProbeClient,
  type ProbeClientOptions,
  type ProbeFault,
  type ProbeFindings,
} from './probe-client.js';
import type { ProbeKind } from './probe-token.js';
import { createRepeatTest, NOTHING_PROVED } from './repeat-test.js';
import type { ProxyView } from './view.js';

/** Each fault as a sentence for operators, with the names of the headers that it concerns. */
const FAULTS: Readonly<Record<ProbeFault, (names: string) => string>> = {
  request_headers: (names) => `the proxy removes or changes ${names} in requests`,
  response_headers: (names) => `the proxy removes ${names} from responses`,
  buffered_uploads: () => 'the proxy holds back uploads until it has read them whole',
  buffered_streams: () => 'the proxy holds back live updates',
  repeated_writes: () =>
    'the proxy repeats a POST whose response was lost, so one request can create two objects',
};
const NAMES = Object.keys(FAULTS) as ProbeFault[];

/** The requests of a test. Those of files only tell something if the proxy also carries files. */
const ALWAYS: readonly ProbeKind[] = ['headers', 'validator', 'stream'];
const OF_FILES: readonly ProbeKind[] = ['range', 'match', 'upload'];
/** A slow machine can look like a buffer, so a fault of these needs a second request. */
const TIMED: ReadonlySet<ProbeKind> = new Set(['upload', 'stream']);

/** The options of the tests. */
export interface ProxyProbeOptions extends Omit<ProbeClientOptions, 'signal'> {
  readonly log: Log;
  /** Whether the service itself takes and gives the bytes of files. */
  readonly servesFiles: boolean;
  /** When the first test runs after `start`. */
  readonly firstSeconds: number;
  /** Replaces the pause of `LIMITS` before a second request confirms repeated writes, for tests. */
  readonly repeatPauseSeconds?: number;
}

/** Regular tests of the proxy by requests of this process to its own public address. */
export interface ProxyProbe extends ProxyView {
  /**
   * Makes all tests but that for repeated writes, and returns the seconds until the next time.
   * Never rejects.
   */
  run(): Promise<number>;
  /** Tests for repeated writes, and returns the seconds until the next time. Never rejects. */
  runRepeat(): Promise<number>;
  /** Whether all requests of the last `run` got a useful response; null before the first. */
  reached(): boolean | null;
  /** Starts to run both tests regularly. */
  start(): void;
  /** Ends the tests, also running ones, for good. */
  stop(): void;
}

/**
 * Creates the tests. A request that proves nothing leaves the known faults unchanged, because the
 * process may be unable to reach its own public address.
 */
export function createProxyProbe(options: ProxyProbeOptions): ProxyProbe {
  const { log, servesFiles, firstSeconds } = options;
  const stopped = new AbortController();
  const client = createProbeClient({ ...options, signal: stopped.signal });
  const findings = createFindings(log);
  const testRepeat = createRepeatTest(client, {
    log,
    signal: stopped.signal,
    pauseSeconds: options.repeatPauseSeconds,
    isReached: () => findings.reached() !== false,
  });
  const kinds = servesFiles ? [...ALWAYS, ...OF_FILES] : ALWAYS;

  async function run(): Promise<number> {
    await testAll(kinds, client, findings, stopped.signal);
    return LIMITS.proxyProbeSeconds;
  }

  async function runRepeat(): Promise<number> {
    const found = await testRepeat();
    if (found !== null) findings.set('repeat', found);
    if (!stopped.signal.aborted) findings.settle();
    return repeatWaitSeconds(found);
  }

  return {
    run,
    runRepeat,
    reached: findings.reached,
    faults: findings.faults,
    report: findings.report,
    start() {
      regularly(run, firstSeconds, stopped.signal);
      const later = Math.random() * LIMITS.proxyRepeatFirstSeconds;
      regularly(runRepeat, firstSeconds + later, stopped.signal);
    },
    stop: () => stopped.abort(),
  };
}

/** The wait until the next test of repeated writes. It is longer if the last test found none. */
function repeatWaitSeconds(found: ProbeFindings | null): number {
  const isSure = found !== null && !hasFault(found);
  return isSure ? LIMITS.proxyRepeatProbeSeconds : LIMITS.proxyRepeatAgainSeconds;
}

/** Makes the tests of these kinds at the same time, and settles their findings unless stopped. */
async function testAll(
  kinds: readonly ProbeKind[],
  client: ProbeClient,
  findings: ReturnType<typeof createFindings>,
  stopped: AbortSignal,
): Promise<void> {
  const outcomes = await Promise.allSettled(kinds.map(testing(client, findings)));
  if (stopped.aborted) return;
  findings.noteReached(outcomes);
  findings.settle();
}

/** Creates the test by one kind of request, which sets its findings. */
function testing(client: ProbeClient, findings: ReturnType<typeof createFindings>) {
  return async (kind: ProbeKind): Promise<void> => {
    const first = await client(kind);
    findings.set(kind, TIMED.has(kind) && hasFault(first) ? await client(kind) : first);
  };
}

/**
 * Does some work after a wait in seconds, and again after each wait that it returns, until a
 * signal.
 */
function regularly(work: () => Promise<number>, seconds: number, signal: AbortSignal): void {
  const timer = setTimeout(async () => {
    signal.removeEventListener('abort', stop);
    const next = await work();
    if (!signal.aborted) regularly(work, next, signal);
  }, seconds * 1000).unref();
  const stop = () => clearTimeout(timer);
  signal.addEventListener('abort', stop, { once: true });
}

/** Creates the memory of the last findings of each kind of request. */
function createFindings(log: Log) {
  const known = new Map<ProbeKind, ProbeFindings>();
  let reason: string | null = null;
  let reached: boolean | null = null;
  /** The headers that a fault concerns, none for other faults; null without the fault. */
  function headersOf(fault: ProbeFault): readonly string[] | null {
    const found = [...known.values()].flatMap((findings) => {
      const headers = findings[fault];
      return headers === undefined ? [] : [headers];
    });
    return found.length === 0 ? null : found.flat();
  }
  return {
    set: (kind: ProbeKind, findings: ProbeFindings) => void known.set(kind, findings),
    faults: () => Object.fromEntries(NAMES.map((name) => [name, headersOf(name) !== null])),
    report: (): PartReport => (reason === null ? { state: 'up' } : { state: 'degraded', reason }),
    reached: () => reached,
    /** Notes the outcomes of a test, and logs the first failure of a series. */
    noteReached(outcomes: readonly PromiseSettledResult<void>[]) {
      const wasReached = reached;
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      reached = failure === undefined;
      if (failure === undefined || wasReached === false) return;
      log.info({ part: 'proxy', err: failure.reason }, NOTHING_PROVED);
    },
    /** Computes the report from the findings of all kinds. */
    settle() {
      const sentences = NAMES.flatMap((fault) => {
        const headers = headersOf(fault);
        return headers === null ? [] : [FAULTS[fault](headers.join(', '))];
      });
      const former = reason;
      reason = sentences.length === 0 ? null : sentences.join('; ');
      if (reason === former) return;
      if (reason === null) log.info({ part: 'proxy' }, 'the proxy works correctly again');
      else log.warn({ part: 'proxy', reason }, 'the proxy has a fault');
    },
  };
}
