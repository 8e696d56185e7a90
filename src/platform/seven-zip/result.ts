import { OUT_OF_MEMORY } from './protocol.js';

/** What became of unpacking an archive. */
export type UnpackResult =
  /** All of it was unpacked, and 7-Zip found nothing wrong. The digest is that of `openNamesDigest`. */
  | { readonly result: 'done'; readonly namesDigest: string }
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

const DETAIL_CHARACTERS = 200;

/** How 7-Zip ended, and what it said meanwhile. */
interface Ended {
  readonly exitCode: number;
  readonly namesDigest: string;
  readonly messages: readonly string[];
}

/** Reads how 7-Zip ended. */
export function readResult({ exitCode, namesDigest, messages }: Ended): UnpackResult {
  if (exitCode === 0) return { result: 'done', namesDigest };
  if (
    exitCode === OUT_OF_MEMORY ||
    messages.some((line) => /allocate required memory/.test(line))
  ) {
    return { result: 'memory' };
  }
  if (messages.some((line) => /^ERROR: Unsupported (?:Method|feature)/i.test(line))) {
    return { result: 'unsupported' };
  }
  const said =
    messages.find((line) => /error|warning|unexpected/i.test(line)) ?? `code ${exitCode}`;
  return { result: 'broken', detail: said.slice(0, DETAIL_CHARACTERS) };
}
