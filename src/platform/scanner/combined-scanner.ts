import { infectedWith, signaturesOf } from './infected-with.js';
import type { ContentScan, Scanner, ScannerEngine, Verdict } from './scanner.port.js';

/**
 * Several scanners as one: each sees each content. What one of them calls infected is infected,
 * even if another one could not answer, and all that they found is named; what none does, and one does not know, is unknown.
 */
export function combineScanners(scanners: readonly Scanner[]): Scanner {
  return {
    async engine() {
      return joined(await Promise.all(scanners.map((scanner) => scanner.engine())));
    },
    open(content) {
      const scans = scanners.map((scanner) => scanner.open(content));
      return {
        write: (chunk) => writeToAll(scans, chunk),
        async end() {
          return verdictOf(await Promise.allSettled(scans.map((scan) => scan.end())));
        },
      };
    },
    async ping() {
      await Promise.all(scanners.map((scanner) => scanner.ping()));
    },
  };
}

function joined(engines: readonly ScannerEngine[]): ScannerEngine {
  const doubt = engines.flatMap((engine) => engine.doubt ?? []).join('; ');
  return {
    name: engines.map(({ name }) => name).join('+'),
    signatures: engines.map(({ signatures }) => signatures).join(' '),
    ...(doubt === '' ? {} : { doubt }),
  };
}

function writeToAll(scans: readonly ContentScan[], chunk: Uint8Array): void | Promise<void> {
  const busy = scans.flatMap((scan) => scan.write(chunk) ?? []);
  // The bytes are used by all of them, so all of them have to be done.
  if (busy.length > 0) return Promise.all(busy).then(() => undefined);
}

function verdictOf(ends: readonly PromiseSettledResult<Verdict>[]): Verdict {
  const verdicts = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  const [first, ...others] = verdicts.flatMap(signaturesOf);
  if (first !== undefined) return infectedWith([first, ...others], ends);
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  return verdicts.find(({ result }) => result === 'unknown') ?? { result: 'clean' };
}
