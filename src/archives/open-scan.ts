import type { ContentScan, ScannedContent, Scanner } from '../platform/scanner/scanner.port.js';

/** A scan that can be abandoned in any state. */
export interface OpenScan extends ContentScan {
  /** Ends the scan and ignores its result. Does nothing after its end. */
  abandon(): void;
}

/** Opens the scan of one content. The scanner holds resources until the scan ends. */
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
