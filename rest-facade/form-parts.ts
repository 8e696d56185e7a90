import type { Readable } from 'node:stream';
import type { Busboy, FieldInfo, FileInfo } from 'busboy';
import { type ReceivedFile, type Spool, SpoolFull } from '../src/platform/spool/spool.js';
import { type FieldCode, problem, type RegisteredError } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';
import { malformed } from '../src/registry/malformed.js';
import { parseJson } from './json-body.js';

/** A form of one file and some JSON parts, in any order. All of them are required. */
export interface FormParts {
  readonly file: { readonly part: string; readonly limitBytes: number };
  /** The names of the JSON parts, each at most 64 KiB. */
  readonly json: readonly string[];
}

/** The received parts of a form. The caller must close the file. */
export interface ReceivedForm {
  /** The values of the JSON parts, by name. */
  readonly json: ReadonlyMap<string, unknown>;
  readonly file: ReceivedFile;
}

/** The parts of a form while they arrive. */
export interface Parts {
  /** All parts, after the form has ended. Rejects with the first fault; see `readFormBody`. */
  readonly form: Promise<ReceivedForm>;
  /** Frees the file of a refused form, complete or not. */
  discard(): Promise<void>;
}

/** The transfer encodings of a part that HTTP allows (RFC 7578 4.7). */
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary'];

/** The accepted media types of a JSON part. Browsers send none, which the parser reads as text. */
const JSON_TYPES = ['application/json', 'text/plain'];

/** An error repeats the name of an unknown part, up to this length. */
const NAME_CHARACTERS = 100;

/** The parts that have arrived, each while it is read. */
interface Arrived {
  file: Promise<ReceivedFile> | null;
  readonly json: Map<string, Promise<Buffer>>;
}

/**
 * Collects the parts that a parser finds. The first fault destroys the parser. After a rejection,
 * the caller must call `discard`.
 */
export function collectParts(parser: Busboy, rule: FormParts, spool: Spool): Parts {
  const arrived: Arrived = { file: null, json: new Map() };
  const ended = readParts(parser, rule, spool, arrived);
  return {
    form: ended.then(() => wholeForm(rule, arrived)),
    async discard() {
      const [received] = await Promise.allSettled([arrived.file]);
      if (received.status === 'fulfilled') await received.value?.close();
    },
  };
}

/** Reads each part as it arrives, until the form has ended. Rejects with the first fault. */
function readParts(parser: Busboy, rule: FormParts, spool: Spool, arrived: Arrived): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const refuse = (error: unknown) => {
      reject(asProblem(error));
      parser.destroy();
    };
    /** Processes one part; its rejection refuses the whole form. */
    const take = <T>(part: Promise<T>): Promise<T> => {
      part.catch(refuse);
      return part;
    };
    parser.on('file', (name, stream, info) => {
      // The reader of a stream handles its errors; a refused stream has no reader.
      stream.on('error', () => undefined);
      // A destroyed parser still finds the parts in the rest of its chunk, and never ends their
      // streams.
      if (parser.destroyed) {
        stream.destroy();
        return;
      }
      const fault = faultOf(name, info, rule, arrived);
      if (fault) refuse(fault);
      else if (rule.json.includes(name)) arrived.json.set(name, take(jsonFromFile(stream)));
      else {
        arrived.file = take(spool.receive(stream, { ...rule.file, contentType: typeOf(info) }));
      }
    });
    parser.on('field', (name, value, info) => {
      if (parser.destroyed) return;
      const fault = faultOf(name, info, rule, arrived);
      if (fault) refuse(fault);
      else if (name === rule.file.part) refuse(wrong(name, 'invalid_type'));
      else arrived.json.set(name, take(jsonFromField(value, info)));
    });
    parser.on('partsLimit', () => refuse(malformed('form_parts')));
    parser.on('error', refuse);
    parser.on('close', resolve);
  });
}

/**
 * The reason to refuse a part, or null: `invalid_input` for an unknown or repeated part,
 * `invalid_request` for a missing name, an encoded part, or a JSON part of another media type.
 */
function faultOf(
  name: string | undefined,
  info: FieldInfo | FileInfo,
  rule: FormParts,
  { file, json }: Arrived,
): RegisteredError | null {
  if (!name) return malformed('part_name');
  if (!PLAIN_ENCODINGS.includes(info.encoding)) return malformed('part_encoding');
  const isFile = name === rule.file.part;
  if (!isFile && !rule.json.includes(name)) return wrong(name, 'unknown_member');
  if (isFile ? file : json.has(name)) return wrong(name, 'repeated_parameter');
  const hasAllowedType = isFile || JSON_TYPES.includes(info.mimeType.toLowerCase());
  return hasAllowedType ? null : malformed('part_json');
}

/**
 * The parts of a form that has ended. Throws `invalid_input` for a missing part, and the errors of
 * `parseJson`.
 */
async function wholeForm(rule: FormParts, { file, json }: Arrived): Promise<ReceivedForm> {
  const missing = rule.json.filter((name) => !json.has(name));
  if (file && missing.length === 0) {
    const values = new Map<string, unknown>();
    for (const [name, bytes] of json) values.set(name, parseJson(await bytes));
    return { json: values, file: await file };
  }
  if (!file) missing.unshift(rule.file.part);
  const fields = missing.map((field) => ({ field, code: 'required' as const }));
  throw problem('invalid_input', { fields });
}

const typeOf = ({ mimeType }: FileInfo): string => mimeType.toLowerCase();

const wrong = (name: string, code: FieldCode): RegisteredError =>
  problem('invalid_input', { fields: [{ field: name.slice(0, NAME_CHARACTERS), code }] });

/**
 * The problem for a fault: `request_body_too_large` for a file beyond its limit, `invalid_request`
 * for errors of the parser. Other errors pass unchanged.
 */
function asProblem(error: unknown): unknown {
  if (error instanceof SpoolFull) return problem('request_body_too_large', { cause: error });
  if (!(error instanceof Error)) return error;
  // The stream of a truncated form only says that it ended too early.
  const isCutShort = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  if ('code' in error && !isCutShort) return error;
  return malformed('form_structure', error);
}

/** The bytes of a JSON part that came as a file, as some programs send it. */
async function jsonFromFile(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (sizeBytes > LIMITS.bodyBytes) throw problem('request_body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The bytes of a JSON part that came as a field. The parser cuts an overlong one, possibly within a
 * character. It has already replaced bytes that are not UTF-8 by U+FFFD, so a text with that
 * character is refused.
 */
async function jsonFromField(value: string, { valueTruncated }: FieldInfo): Promise<Buffer> {
  if (valueTruncated) throw problem('request_body_too_large');
  if (value.includes('\ufffd')) throw problem('invalid_json');
  return Buffer.from(value);
}
