import type { Config } from '../../config/config.js';
import type { Clock } from '../clock.js';
import { createBuiltinScanner, infectedWith, signaturesOf } from './builtin-scanner.js';
import { createClamdScanner } from './clamd-scanner.js';
import type { ContentScan, Scanner, ScannerEngine, Verdict } from './scanner.port.js';

/**
 * Combines several scanners; each scans every content. `write` rejects if one of them does. `end`
 * waits for all of them and decides in this order:
 * - a scanner finds malware: `infected` with all findings, even if another scanner failed
 * - a scanner failed: throws its error
 * - a verdict is `unknown`: `unknown`
 *
 * `ping` throws if one scanner is unavailable. `engine` joins the names, signatures and doubts, and
 * has the earliest `madeAt`.
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
  const [madeAt] = engines
    .flatMap((engine) => engine.madeAt ?? [])
    .sort((a, b) => a.getTime() - b.getTime());
  return {
    name: engines.map(({ name }) => name).join('+'),
    signatures: engines.map(({ signatures }) => signatures).join(' '),
    ...(madeAt ? { madeAt } : {}),
    ...(doubt === '' ? {} : { doubt }),
  };
}

function writeToAll(scans: readonly ContentScan[], chunk: Uint8Array): void | Promise<void> {
  const busy = scans.flatMap((scan) => scan.write(chunk) ?? []);
  // All scanners share the buffer, so this waits for all of them.
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

/**
 * Creates the scanner that the configuration selects. It always includes the built-in signatures.
 */
export function openScanner({ clamdAddress }: Pick<Config, 'clamdAddress'>, clock: Clock): Scanner {
  const builtin = createBuiltinScanner();
  if (clamdAddress === undefined) return builtin;
  return combineScanners([builtin, createClamdScanner(clamdAddress, clock)]);
}
