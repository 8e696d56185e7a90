import { OUT_OF_MEMORY } from './protocol.js';

/** The outcome of unpacking an archive. */
export type UnpackResult =
  /** Everything was unpacked without errors. The digest is that of `openNamesDigest`. */
  | { readonly result: 'done'; readonly namesDigest: string }
  /** The bytes do not match what the archive declares. */
  | { readonly result: 'broken'; readonly detail: string }
  /** 7-Zip does not support the compression method. */
  | { readonly result: 'unsupported' }
  /** The archive needs more memory than allowed. */
  | { readonly result: 'memory' }
  /** The decoder made no progress for too long. */
  | { readonly result: 'stalled' }
  /** The decoder crashed. */
  | { readonly result: 'crashed'; readonly detail: string };

const DETAIL_CHARACTERS = 200;

/** The exit code and the output of 7-Zip. */
interface Ended {
  readonly exitCode: number;
  readonly namesDigest: string;
  readonly messages: readonly string[];
}

/** Interprets the exit code and the output of 7-Zip. */
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
