import type { Readable } from 'node:stream';
import type { Busboy, FieldInfo, FileInfo } from 'busboy';
import type { ReceivedFile } from '../src/platform/spool/received-file.js';
import { type Spool, SpoolFull } from '../src/platform/spool/spool.js';
import { type FieldCode, problem, type RegisteredError } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';
import { parseJson } from './json-body.js';
import type { FormRule } from './route.js';

/** What a form brought. Whoever gets it closes the file. */
export interface ReceivedForm {
  readonly metadata: unknown;
  readonly file: ReceivedFile;
}

/** The parts of a form as they come. */
export interface Parts {
  /** Both, once the form has ended; rejected by the first thing that is wrong with it. */
  readonly form: Promise<ReceivedForm>;
  /** Frees the file of a form that was refused, however far it came. */
  discard(): Promise<void>;
}

/** How bytes may be written in a part; HTTP needs no other way (RFC 7578 4.7). */
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary'];

/** What JSON may be called: programs say so, and a form of a browser says nothing. */
const JSON_TYPES = ['application/json', 'text/plain'];

/** Names of parts are told back to who sent them, but not at any length. */
const NAME_CHARACTERS = 100;

/** Collects what a parser finds. */
export function collectParts(parser: Busboy, rule: FormRule, spool: Spool): Parts {
  const { file: fileRule, metadata: metadataName } = rule;
  let file: Promise<ReceivedFile> | null = null;
  let metadata: Promise<Buffer> | null = null;

  const ended = new Promise<void>((resolve, reject) => {
    const refuse = (error: unknown) => {
      reject(asProblem(error));
      parser.destroy();
    };
    /** Takes one part; of what it rejects with, the form is refused. */
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
      // What reads it hears of its errors; what was refused is read by nobody.
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

/** A parser tells nothing but that a form is broken; what is ours goes on as it is. */
function asProblem(error: unknown): unknown {
  if (error instanceof SpoolFull) return problem('request_body_too_large', { cause: error });
  if (!(error instanceof Error)) return error;
  // A stream whose form broke off in the middle of it says only that it ended too early.
  const isCutShort = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  if ('code' in error && !isCutShort) return error;
  return problem('invalid_request', { cause: error });
}

/** A part that came as a file, as some programs send JSON. */
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
 * A part that came as a text. Bytes that are no UTF-8 have become U+FFFD by now; a text that was
 * sent with that sign, which stands for what was lost, is refused with them.
 */
async function bytesOf(value: string): Promise<Buffer> {
  if (value.includes('\ufffd')) throw problem('invalid_json');
  const bytes = Buffer.from(value);
  if (bytes.length > LIMITS.bodyBytes) throw problem('request_body_too_large');
  return bytes;
}
