import { randomUUID } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { Actor, Answer, Json } from './actors.js';

/** A picture of noise, which no encoder makes small. `seed` selects the noise. */
export function picture(
  { width, height }: { readonly width: number; readonly height: number },
  seed = 1,
): Sharp {
  const data = Buffer.alloc(width * height * 3);
  let state = seed >>> 0 || 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = state >>> 24;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A small PNG, different for each seed. */
export function smallPng(seed = 1): Promise<Buffer> {
  return picture({ width: 24, height: 16 }, seed).png().toBuffer();
}

/** One part of a multipart form. */
export interface FormPart {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly bytes: Buffer | string;
  /** Replaces the generated headers. */
  readonly head?: string;
}

/** A boundary that occurs in no picture. */
export const BOUNDARY = 'modport-7f3c1b92a5';

/** The bytes of a multipart form, as a browser or a program sends them. */
export function formBytes(parts: readonly FormPart[], boundary = BOUNDARY): Buffer {
  const written = parts.map(({ name, filename, type, bytes, head }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const usual = `Content-Disposition: form-data; name="${name}"${file}${
      type === undefined ? '' : `\r\nContent-Type: ${type}`
    }`;
    const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\n${head ?? usual}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  });
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The media type of a form with this boundary. */
export const formType = (boundary = BOUNDARY): string =>
  `multipart/form-data; boundary=${boundary}`;

/** The two parts of a valid form. */
export function mediaParts(metadata: object, bytes: Buffer, type = 'image/png'): FormPart[] {
  return [
    { name: 'metadata', type: 'application/json', bytes: JSON.stringify(metadata) },
    { name: 'file', filename: 'picture', type, bytes },
  ];
}

/** The strong ETag of a mod in the team's view. */
export async function etagOf(actor: Actor, modId: string): Promise<string> {
  return (await actor.get(`/mods/${modId}`)).headers.get('etag') ?? '';
}

/** The form to send, or a raw body, and headers that replace the usual ones. */
export interface Sending {
  readonly parts?: readonly FormPart[];
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a form for a mod at its current ETag, with a new idempotency key. */
export async function sendForm(actor: Actor, modId: string, sending: Sending): Promise<Answer> {
  const body = sending.body ?? formBytes(sending.parts ?? []);
  return actor.request('POST', `/mods/${modId}/media`, {
    body,
    headers: {
      'Content-Type': formType(),
      'Idempotency-Key': randomUUID(),
      'If-Match': sending.headers?.['If-Match'] ?? (await etagOf(actor, modId)),
      ...sending.headers,
    },
  });
}

/** Adds a picture to a mod. */
export function sendPicture(
  actor: Actor,
  modId: string,
  metadata: object,
  bytes: Buffer,
  more: { readonly type?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { type = 'image/png', headers = {} } = more;
  return sendForm(actor, modId, { parts: mediaParts(metadata, bytes, type), headers });
}

/** Adds a picture and returns it. Throws if the request is refused. */
export async function addedPicture(
  actor: Actor,
  modId: string,
  metadata: object,
  bytes: Buffer,
): Promise<Json> {
  const answer = await sendPicture(actor, modId, metadata, bytes);
  if (answer.status !== 201) throw new Error(`no picture: ${answer.text}`);
  return answer.body.data;
}
