import { createHash } from 'node:crypto';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import type { Expectation, Inspection, InspectionOutcome } from '../../src/archives/inspection.js';
import type { ByteSource } from '../../src/archives/stream-reader.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import type { Scanner } from '../../src/platform/scanner/scanner.port.js';

/** The EICAR antivirus test file, in two pieces so that no antivirus removes this source file. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

/** Bytes that a store streams in chunks of the given sizes, repeated. */
export function chunked(bytes: Uint8Array, chunkBytes: readonly number[] = [65536]): ByteSource {
  return {
    sizeBytes: bytes.length,
    async read(range = { start: 0, end: bytes.length - 1 }) {
      return (async function* () {
        let at = range.start;
        for (let i = 0; at <= range.end; i++) {
          const end = Math.min(
            at + Math.max(1, chunkBytes[i % chunkBytes.length] ?? 1),
            range.end + 1,
          );
          yield bytes.subarray(at, end);
          at = end;
        }
      })();
    },
  };
}

/** An expectation that matches the bytes. */
export function expectationOf(bytes: Uint8Array, over: Partial<Expectation> = {}): Expectation {
  return {
    filename: 'mod.zip',
    contentType: 'application/zip',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...over,
  };
}

/** Prints warnings, because a verdict does not say why the decoder crashed. */
const log: Log = { ...silentLog, warn: (fields, text) => console.warn(text, fields) };

/** Inspects bytes, by default with the built-in scanner. */
export function inspect(
  bytes: Uint8Array,
  over: Partial<Expectation> = {},
  scanner: Scanner = createBuiltinScanner(),
): Promise<Inspection> {
  return inspectArchive(chunked(bytes), expectationOf(bytes, over), scanner, { log });
}

/** The outcome as text: the code, the signature, the reasons, or `clean`. */
export async function verdictOf(
  bytes: Uint8Array,
  over: Partial<Expectation> = {},
  scanner: Scanner = createBuiltinScanner(),
): Promise<string> {
  return verdictIn((await inspect(bytes, over, scanner)).outcome);
}

/** The same for an outcome. */
export function verdictIn(outcome: InspectionOutcome): string {
  if (outcome.kind === 'rejected') return outcome.code;
  if (outcome.kind === 'infected') return `infected ${outcome.signature}`;
  return outcome.kind === 'review' ? `review ${outcome.reasons.join(' ')}` : 'clean';
}
