import type { Readable } from 'node:stream';
import type { Busboy, FieldInfo, FileInfo } from 'busboy';
import type { ReceivedFile } from '../src/platform/spool/received-file.js';
import { type Spool, SpoolFull } from '../src/platform/spool/spool.js';
import { type FieldCode, problem, type RegisteredError } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';
import { parseJson } from './json-body.js';
import type { FormRule } from './route.js';

/** The received parts of a form. The caller must close the file. */
export interface ReceivedForm {
  readonly metadata: unknown;
  readonly file: ReceivedFile;
}

/** The parts of a form while they arrive. */
export interface Parts {
  /** Both parts, after the form has ended; rejects with the first fault. */
  readonly form: Promise<ReceivedForm>;
  /** Frees the file of a refused form, complete or not. */
  discard(): Promise<void>;
}

/** The transfer encodings of a part that HTTP allows (RFC 7578 4.7). */
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary'];

/** The accepted media types of a JSON part: programs send one, and a browser's form sends none. */
const JSON_TYPES = ['application/json', 'text/plain'];

/** An error repeats the name of an unknown part, up to this length. */
const NAME_CHARACTERS = 100;

/** Collects the parts that a parser finds. */
export function collectParts(parser: Busboy, rule: FormRule, spool: Spool): Parts {
  const { file: fileRule, metadata: metadataName } = rule;
  let file: Promise<ReceivedFile> | null = null;
  let metadata: Promise<Buffer> | null = null;

  const ended = new Promise<void>((resolve, reject) => {
    const refuse = (error: unknown) => {
      reject(asProblem(error));
      parser.destroy();
    };
    /** Processes one part; its rejection refuses the whole form. */
    const take = <T>(part: Promise<T>): Promise<T> => {
      part.catch(refuse);
      return part;
    };
    const whyNot = (name: string | undefined, info: FieldInfo | FileInfo) => {
      if (!name) return problem('invalid_request', { log: 'a part without a name' });
      if (!PLAIN_ENCODINGS.includes(info.encoding)) return problem('invalid_request');
      if (name !== fileRule.part && name !== metadataName) return wrong(name, 'unknown_member');
      const isTaken = name === fileRule.part ? file : metadata;
      if (isTaken) return wrong(name, 'repeated_parameter');
      const isJson = name === fileRule.part || JSON_TYPES.includes(info.mimeType.toLowerCase());
      return isJson ? null : problem('invalid_request', { log: 'metadata that is not JSON' });
    };
    parser.on('file', (name, stream, info) => {
      // The reader of a stream handles its errors; a refused stream has no reader.
      stream.on('error', () => undefined);
      const fault = whyNot(name, info);
      if (fault) refuse(fault);
      else if (name === metadataName) metadata = take(textOf(stream));
      else file = take(spool.receive(stream, { ...fileRule, contentType: typeOf(info) }));
    });
    parser.on('field', (name, value, info) => {
      const fault = whyNot(name, info);
      if (fault) refuse(fault);
      else if (name === fileRule.part) refuse(wrong(name, 'invalid_type'));
      else metadata = take(bytesOf(value));
    });
    parser.on('partsLimit', () => refuse(problem('invalid_request', { log: 'too many parts' })));
    parser.on('error', refuse);
    parser.on('close', resolve);
  });

  const whole = async (): Promise<ReceivedForm> => {
    await ended;
    const missing = [...(file ? [] : [fileRule.part]), ...(metadata ? [] : [metadataName])].map(
      (field) => ({ field, code: 'required' as const }),
    );
    if (!file || !metadata) throw problem('invalid_input', { fields: missing });
    return { metadata: parseJson(await metadata), file: await file };
  };

  return {
    form: whole(),
    async discard() {
      const [received] = await Promise.allSettled([file]);
      if (received.status === 'fulfilled') await received.value?.close();
    },
  };
}

const typeOf = ({ mimeType }: FileInfo): string => mimeType.toLowerCase();

const wrong = (name: string, code: FieldCode): RegisteredError =>
  problem('invalid_input', { fields: [{ field: name.slice(0, NAME_CHARACTERS), code }] });

/** The parser only says that a form is broken; problems of the service pass unchanged. */
function asProblem(error: unknown): unknown {
  if (error instanceof SpoolFull) return problem('request_body_too_large', { cause: error });
  if (!(error instanceof Error)) return error;
  // The stream of a truncated form only says that it ended too early.
  const isCutShort = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  if ('code' in error && !isCutShort) return error;
  return problem('invalid_request', { cause: error });
}

/** A JSON part that came as a file, as some programs send it. */
async function textOf(stream: Readable): Promise<Buffer> {
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
 * A JSON part that came as text. The parser has already replaced bytes that are not UTF-8 by
 * U+FFFD, so a text with that character is refused.
 */
async function bytesOf(value: string): Promise<Buffer> {
  if (value.includes('\ufffd')) throw problem('invalid_json');
  const bytes = Buffer.from(value);
  if (bytes.length > LIMITS.bodyBytes) throw problem('request_body_too_large');
  return bytes;
}
