import { createHash } from 'node:crypto';
import { createPatternMatcher } from './matcher.js';
import type { ContentScan, Scanner, Verdict } from './scanner.port.js';

/**
 * The verdict on an infected content: the signatures `found`, and those in the results of other
 * scanners (`ends`). It is partial if another scanner failed, or if its verdict is `unknown` or
 * partial.
 */
export function infectedWith(
  found: readonly [string, ...string[]],
  ends: readonly PromiseSettledResult<Verdict>[],
): Verdict {
  const [signature, ...more] = found;
  const verdicts = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  const others = new Set([...more, ...verdicts.flatMap(signaturesOf)]);
  others.delete(signature);
  const isPartial =
    verdicts.length < ends.length ||
    verdicts.some((it) => it.result === 'unknown' || (it.result === 'infected' && it.isPartial));
  return {
    result: 'infected',
    signature,
    ...(others.size > 0 ? { others: [...others] } : {}),
    ...(isPartial ? { isPartial } : {}),
  };
}

/** All signatures of a verdict, the main one first; empty unless infected. */
export function signaturesOf(verdict: Verdict): string[] {
  return verdict.result === 'infected' ? [verdict.signature, ...(verdict.others ?? [])] : [];
}

/** A literal that marks a content as infected. */
interface Signature {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The signatures of the built-in scanner: the industry's test file, and literals from public
 * analyses of malware in game mods. The literals are split, in this file and in the compiled code.
 * Otherwise an antivirus on the host would find this file infected and remove it.
 */
export const SIGNATURES: readonly Signature[] = [
  literal(
    'EICAR-Test-File',
    'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
    '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
  ),
  literal('Java.Fractureiser.Server', '85.217.', '144.130'),
  {
    // Stage 0 contains the address as an array of bytes, so it is no constant of the class.
    name: 'Java.Fractureiser.Stage0',
    bytes: javaByteArray(['85.217.', '144.130'].join('')),
  },
  literal('Java.Fractureiser.Fallback', 'files-8ie', '.pages.dev'),
  literal('Java.Fractureiser.Client', 'dev/neko', '/nekoclient'),
  literal('Java.Fractureiser.Client', 'dev.neko', '.nekoclient'),
  literal('Java.Skyrage.Server', 'connect', '.skyrage.de'),
  literal('Java.Skyrage.Files', 'files', '.skyrage.de'),
  literal('Java.Skyrage.Update', 't23e7v6uz8idz87ehugwq', '.skyrage.de'),
];

/**
 * The revision of a set of signatures. Stored verdicts of different sets are distinguishable by it.
 */
export function revisionOf(signatures: readonly Signature[]): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of signatures) {
    hash.update(`${name}:${bytes.length}:`).update(bytes);
  }
  return `builtin-${hash.digest('hex').slice(0, 12)}`;
}

function literal(name: string, ...pieces: readonly string[]): Signature {
  return { name, bytes: Buffer.from(pieces.join(''), 'latin1') };
}

/** The bytecode of `new byte[]{…}`: dup, push the index, push the value, store, and so on. */
function javaByteArray(text: string): Uint8Array {
  const DUP = 0x59;
  const ICONST_0 = 0x03;
  const BIPUSH = 0x10;
  const BASTORE = 0x54;
  return Uint8Array.from(
    [...Buffer.from(text, 'latin1')].flatMap((value, index) => [
      DUP,
      ...(index <= 5 ? [ICONST_0 + index] : [BIPUSH, index]),
      BIPUSH,
      value,
      BASTORE,
    ]),
  );
}

/**
 * Creates the scanner that searches for known literals in this process. Every installation uses it,
 * also next to an antivirus. Its verdict is always definite. Of several signatures, it reports them
 * in list order. A stored file is clean, because the scan of the surrounding object finds its
 * literals. Throws RangeError for a signature under 8 bytes.
 */
export function createBuiltinScanner(signatures: readonly Signature[] = SIGNATURES): Scanner {
  const matcher = createPatternMatcher(signatures.map((signature) => signature.bytes));
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
