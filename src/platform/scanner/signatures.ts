import { createHash } from 'node:crypto';

/** A literal that content must not hold, and what it gives away. */
export interface Signature {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The signatures of the built-in scanner: the industry's test file, and literals from the public
 * analyses of malware that spread through game mods. None of them stands whole in this file, nor
 * in what is compiled from it: an antivirus on the host would take this very file for infected
 * and remove it.
 */
export const SIGNATURES: readonly Signature[] = [
  literal(
    'EICAR-Test-File',
    'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
    '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
  ),
  literal('Java.Fractureiser.Server', '85.217.', '144.130'),
  {
    // Stage 0 spells the address as an array of bytes, so that it is no constant of the class.
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

/** Names a set of signatures, so that verdicts of different sets can be told apart. */
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

/** What javac makes of `new byte[]{…}`: dup, push the index, push the value, store, and again. */
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
