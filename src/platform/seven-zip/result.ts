/** What became of unpacking an archive. */
export type UnpackResult =
  /** All of it was unpacked, and 7-Zip found nothing wrong. `names` are all entries, in its order. */
  | { readonly result: 'done'; readonly names: readonly string[] }
  /** The bytes are not what the archive says. */
  | { readonly result: 'broken'; readonly detail: string }
  /** It is packed in a way that 7-Zip cannot read. */
  | { readonly result: 'unsupported' }
  /** It needs more memory than was given. */
  | { readonly result: 'memory' }
  /** The decoder did nothing for too long. */
  | { readonly result: 'stalled' }
  /** The decoder fell over. */
  | { readonly result: 'crashed'; readonly detail: string };

const OUT_OF_MEMORY = 8;
const DETAIL_CHARACTERS = 200;

/** Reads how 7-Zip ended, and what it said meanwhile on lines of its log. */
export function readResult(exitCode: number, log: Uint8Array): UnpackResult {
  const lines = Buffer.from(log.buffer, log.byteOffset, log.length).toString('utf8').split('\n');
  const named = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  if (exitCode === 0) return { result: 'done', names: named };
  const errors = lines.filter((line) => line !== '' && !line.startsWith('- '));
  if (exitCode === OUT_OF_MEMORY || errors.some((line) => /allocate required memory/.test(line))) {
    return { result: 'memory' };
  }
  if (errors.some((line) => /^ERROR: Unsupported (?:Method|feature)/i.test(line))) {
    return { result: 'unsupported' };
  }
  const said = errors.find((line) => /error|warning|unexpected/i.test(line)) ?? `code ${exitCode}`;
  return { result: 'broken', detail: said.slice(0, DETAIL_CHARACTERS) };
}
