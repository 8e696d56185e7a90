import type { Api } from './api.js';
import type { RestClient } from './client.js';
import type { MultipartInstructions, SignedPart } from './shapes.js';
import { attempted, notTaken, putAttempts, signedPut } from './signed-put.js';
import type { UploadSource } from './upload-source.js';

/** A part that the store accepted. */
export interface UploadedPart {
  readonly partNumber: number;
  readonly etag: string;
}

const partsPerSigning = 4;

/**
 * Sends the parts in batches of one signing request, and returns them in order. The next batch
 * starts when all parts of the previous one have arrived, because more may not be in flight. Each
 * part gets three attempts, each with a new signature. Throws if a part still fails; the session
 * then stays open.
 */
export async function sendParts(
  client: RestClient,
  api: Api,
  uploadId: string,
  plan: MultipartInstructions,
  source: UploadSource,
): Promise<readonly UploadedPart[]> {
  const sender: PartSender = { client, api, uploadId, plan, source };
  const sent = await sendTogether(sender, plan.parts);
  for (let from = sent.length + 1; from <= plan.totalParts; from += partsPerSigning) {
    const count = Math.min(partsPerSigning, plan.totalParts - from + 1);
    const numbers = Array.from({ length: count }, (_, at) => from + at);
    sent.push(...(await sendTogether(sender, await api.signParts(uploadId, numbers))));
  }
  return sent;
}

interface PartSender {
  readonly client: RestClient;
  readonly api: Api;
  readonly uploadId: string;
  readonly plan: MultipartInstructions;
  readonly source: UploadSource;
}

/** The first failed part ends the upload and aborts the others. */
async function sendTogether(
  sender: PartSender,
  parts: readonly SignedPart[],
): Promise<UploadedPart[]> {
  const stop = new AbortController();
  try {
    return await Promise.all(parts.map((part) => sendPart(sender, part, stop.signal)));
  } catch (error) {
    stop.abort();
    throw error;
  }
}

async function sendPart(
  { client, api, uploadId, plan, source }: PartSender,
  part: SignedPart,
  signal: AbortSignal,
): Promise<UploadedPart> {
  let signed = part;
  for (let attempt = 1; ; attempt += 1) {
    const start = (signed.partNumber - 1) * plan.partSizeBytes;
    const body = source.open(start, start + signed.sizeBytes);
    const call = { ...signedPut(signed, body, signed.sizeBytes), signal };
    const response = await attempted(client, call);
    const etag = response instanceof Response && response.ok ? response.headers.get('etag') : null;
    if (etag !== null) return { partNumber: signed.partNumber, etag };
    if (attempt === putAttempts || signal.aborted) {
      throw notTaken(`part ${signed.partNumber}`, response);
    }
    await client.pause(250 * 2 ** attempt);
    [signed = signed] = await api.signParts(uploadId, [signed.partNumber]);
  }
}
