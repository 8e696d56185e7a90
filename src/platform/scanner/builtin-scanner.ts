import { createMatcher } from './matcher.js';
import type { Scanner, Verdict } from './scanner.port.js';
import { revisionOf, SIGNATURES, type Signature } from './signatures.js';

/**
 * A scanner that finds a signature wherever it stands: its verdict on a content holds for
 * everything that lies in it as it is, so that a stored file needs no scan of its own.
 */
export interface LiteralScanner extends Scanner {
  readonly reach: 'literal';
}

/** Whether a scanner searches for literals, not for kinds of files as an antivirus does. */
export function isLiteral(scanner: Scanner): scanner is LiteralScanner {
  return 'reach' in scanner && scanner.reach === 'literal';
}

/**
 * The scanner of an installation without an antivirus: it looks for known literals only, in the
 * process itself. Its verdict is always definite, and of several signatures in one content it
 * names the first of its list. Throws RangeError for a signature under 8 bytes.
 */
export function createBuiltinScanner(
  signatures: readonly Signature[] = SIGNATURES,
): LiteralScanner {
  const matcher = createMatcher(signatures.map((signature) => signature.bytes));
  const engine = { name: 'builtin', signatures: revisionOf(signatures) };
  return {
    reach: 'literal',
    engine: async () => engine,
    open() {
      const match = matcher.open();
      return {
        write: (chunk) => match.write(chunk),
        async end(): Promise<Verdict> {
          const first = signatures.find((_, index) => match.found().has(index));
          return first ? { result: 'infected', signature: first.name } : { result: 'clean' };
        },
      };
    },
    ping: async () => {},
  };
}
