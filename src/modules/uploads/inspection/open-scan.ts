import { isLiteral } from '../../../platform/scanner/builtin-scanner.js';
import type { ContentScan, Scanner } from '../../../platform/scanner/scanner.port.js';

/** A scan that can be let go of, whatever became of it. */
export interface OpenScan extends ContentScan {
  /** Ends the scan without heeding it, unless it was ended. */
  abandon(): void;
}

/** Opens the scan of one content. A scanner holds resources until its scan is ended. */
export function openScan(scanner: Scanner, name: string): OpenScan {
  const scan = scanner.open({ name });
  let ended = false;
  return {
    write: (chunk) => scan.write(chunk),
    end() {
      ended = true;
      return scan.end();
    },
    abandon() {
      if (!ended) scan.end().catch(() => {});
      ended = true;
    },
  };
}

/**
 * Opens the scan of a file in an archive. Where it lies stored, its bytes are those that a scan of
 * the archive sees, and to a scanner of literals that is enough.
 */
export function openFileScan(
  scanner: Scanner,
  path: string,
  form: 'stored' | 'deflated',
): OpenScan {
  return form === 'stored' && isLiteral(scanner) ? SEEN : openScan(scanner, path);
}

const SEEN: OpenScan = {
  write() {},
  end: async () => ({ result: 'clean' }),
  abandon() {},
};
