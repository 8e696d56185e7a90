import { infectedWith } from './infected-with.js';
import { createMatcher } from './matcher.js';
import type { ContentScan, Scanner, Verdict } from './scanner.port.js';
import { revisionOf, SIGNATURES, type Signature } from './signatures.js';

/**
 * The scanner of an installation without an antivirus. It searches for known literals in this
 * process. Its verdict is always definite. Of several signatures, it reports them in list order. A
 * stored file is clean, because the scan of the surrounding object finds its literals. Throws
 * RangeError for a signature under 8 bytes.
 */
export function createBuiltinScanner(signatures: readonly Signature[] = SIGNATURES): Scanner {
  const matcher = createMatcher(signatures.map((signature) => signature.bytes));
  const engine = { name: 'builtin', signatures: revisionOf(signatures) };
  return {
    engine: async () => engine,
    open({ form }) {
      if (form === 'stored') return SEEN;
      const match = matcher.open();
      return {
        write: (chunk) => match.write(chunk),
        async end(): Promise<Verdict> {
          const found = signatures.filter((_, index) => match.found().has(index));
          const [first, ...others] = found.map(({ name }) => name);
          return first === undefined ? CLEAN : infectedWith([first, ...others], []);
        },
      };
    },
    ping: async () => {},
  };
}

const CLEAN: Verdict = { result: 'clean' };

const SEEN: ContentScan = {
  write() {},
  end: async () => CLEAN,
};
