import type { ContentCoding, OpenCoding } from '../../src/platform/http/content-coding.js';

/**
 * Compresses a text so that an end can still be added. Null if compression does not help, or if too
 * many texts wait for it.
 */
export type Compress = (coding: ContentCoding, text: Buffer) => Promise<OpenCoding | null>;

/**
 * Bytes as a text, one Latin-1 character for each. If the body and the response head fit into 16
 * KiB, Node sends them in one system call and without a copy.
 */
export type ByteText = string;

const HEAD_BYTES = 2048;
const SHORT_BYTES = 16 * 1024 - HEAD_BYTES;

/** A body in the form that Node writes fastest, with its length in bytes. */
export type FastBody = ByteText | Buffer;

/** A short body as a byte text; a longer one unchanged. */
function fastBodyOf(body: Buffer): FastBody {
  return body.length <= SHORT_BYTES ? body.toString('latin1') : body;
}

/** The content of a response in one coding, without its end. */
export interface CodedContent {
  readonly sizeBytes: number;
  /** The whole compressed body with the given end. */
  close(end: Buffer): FastBody;
}

/**
 * The part of a response that every caller gets with the same ETag, in all its codings. Its end
 * differs: the pagination, whose cursor is new in each run.
 */
export interface SharedContent {
  readonly etag: string;
  /** The uncompressed content, without its end. */
  readonly text: Buffer;
  /** The same in the form that Node writes fastest. */
  readonly fastText: FastBody;
  /**
   * The content in a coding. The first call starts the compression, and calls return a promise
   * until it has ended. The promise gives null if the content must be sent uncompressed; the next
   * call then tries again.
   */
  open(coding: ContentCoding): Promise<CodedContent | null> | CodedContent | null;
  /** The memory that it takes, in bytes, with its codings. */
  sizeBytes(): number;
}

/** The parts from which a shared content is created. */
export interface ContentParts {
  readonly etag: string;
  readonly text: Buffer;
  /** Whether each response adds an end of its own. */
  readonly hasEnd: boolean;
}

/** Creates a shared content. Calls `onGrown` when a coding has been added to it. */
export function createContent(
  { etag, text, hasEnd }: ContentParts,
  compress: Compress,
  onGrown: () => void,
): SharedContent {
  const codings = new Map<ContentCoding, Promise<CodedContent | null> | CodedContent>();
  const fastText = hasEnd ? text : fastBodyOf(text);
  let size = fastText === text ? text.length : 2 * text.length;
  async function add(coding: ContentCoding): Promise<CodedContent | null> {
    const opened = await compress(coding, text).catch(() => null);
    if (opened === null) {
      codings.delete(coding);
      return null;
    }
    const coded = hasEnd ? openContent(opened) : wholeContent(opened);
    codings.set(coding, coded);
    size += coded.sizeBytes;
    onGrown();
    return coded;
  }
  return {
    etag,
    text,
    fastText,
    sizeBytes: () => size,
    open(coding) {
      const known = codings.get(coding);
      if (known) return known;
      const made = add(coding);
      codings.set(coding, made);
      return made;
    },
  };
}

/**
 * A content with an end for each run. The requests of one run share its end and its closed body.
 */
function openContent(opened: OpenCoding): CodedContent {
  const closed = new WeakMap<Buffer, FastBody>();
  return {
    sizeBytes: opened.length,
    close(end) {
      const known = closed.get(end);
      if (known !== undefined) return known;
      const body = fastBodyOf(opened.close(end));
      closed.set(end, body);
      return body;
    },
  };
}

/** A content to which no response adds an end, so it is closed only once. */
function wholeContent(opened: OpenCoding): CodedContent {
  const body = fastBodyOf(opened.close(Buffer.alloc(0)));
  return { sizeBytes: body.length, close: () => body };
}
