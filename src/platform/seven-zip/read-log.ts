import { OUT_OF_MEMORY, openNamesDigest, type ThreadMessage } from './protocol.js';

const LINE_FEED = 0x0a;
const NAME = Buffer.from('- ');
const MESSAGES = 20;
const MESSAGE_BYTES = 200;

/**
 * Parses the log of 7-Zip in the thread that wrote it: a list of 50,000 long names would block the
 * event loop of the process. Lines that begin with `- ` are names, and others are messages.
 */
export function readLog(
  log: Buffer,
): Pick<ThreadMessage & { kind: 'end' }, 'namesDigest' | 'messages'> {
  const names: Buffer[] = [];
  const messages: string[] = [];
  for (let at = 0; at < log.length; ) {
    const found = log.indexOf(LINE_FEED, at);
    const end = found < 0 ? log.length : found;
    const line = log.subarray(at, end);
    if (line.subarray(0, NAME.length).equals(NAME)) names.push(line.subarray(NAME.length));
    else if (line.length > 0 && messages.length < MESSAGES) {
      messages.push(line.subarray(0, MESSAGE_BYTES).toString('utf8'));
    }
    at = end + 1;
  }
  const digest = openNamesDigest();
  for (const name of names.sort(Buffer.compare)) digest.add(name);
  return { namesDigest: digest.hex(), messages };
}

/** The outcome of unpacking an archive. */
export type UnpackResult =
  /** Everything was unpacked without errors. The digest is that of `openNamesDigest`. */
  | { readonly result: 'done'; readonly namesDigest: string }
  /** 7-Zip reports any other error or warning, such as bytes that do not match the headers. */
  | { readonly result: 'broken'; readonly detail: string }
  /** 7-Zip does not support a method or a feature of the archive. */
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

/**
 * Interprets the exit code and the output of 7-Zip. It has one exit code for all errors of an
 * archive, so only the texts tell them apart. Never returns `stalled` or `crashed`.
 */
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
  const message =
    messages.find((line) => /error|warning|unexpected/i.test(line)) ?? `code ${exitCode}`;
  return { result: 'broken', detail: message.slice(0, DETAIL_CHARACTERS) };
}
