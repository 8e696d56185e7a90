import type { ContentScan, ScannedContent, Scanner } from '../platform/scanner/scanner.port.js';

/** A scan that can be let go of, whatever became of it. */
export interface OpenScan extends ContentScan {
  /** Ends the scan without heeding it, unless it was ended. */
  abandon(): void;
}

/** Opens the scan of one content. A scanner holds resources until its scan is ended. */
export function openScan(scanner: Scanner, content: ScannedContent): OpenScan {
  const scan = scanner.open(content);
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
