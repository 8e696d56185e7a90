import type { Api } from './api.js';
import type { RestClient } from './client.js';
import type { MultipartInstructions, SignedPart } from './shapes.js';
import { attempted, notTaken, putAttempts, signedPut } from './signed-put.js';
import type { UploadSource } from './upload-source.js';

/** A part that the store took. */
export interface UploadedPart {
  readonly partNumber: number;
  readonly etag: string;
}

const partsPerSigning = 4;

/**
 * Sends the parts, at most `concurrency` at once, and answers them in order. Each is tried three
 * times, every time with a fresh signature. Throws when a part still fails; the session then
 * stays open.
 */
export async function sendParts(
  client: RestClient,
  api: Api,
  uploadId: string,
  plan: MultipartInstructions,
  source: UploadSource,
): Promise<readonly UploadedPart[]> {
  const uploader = createPartUploader(client, api, uploadId, plan, source);
  const lanes = Math.min(plan.concurrency, plan.totalParts);
  await Promise.all(Array.from({ length: lanes }, () => uploader.work()));
  return uploader.done().toSorted((a, b) => a.partNumber - b.partNumber);
}

interface PartUploader {
  /** Takes parts until none is left; several of these may run at once. */
  work(): Promise<void>;
  done(): readonly UploadedPart[];
}

function createPartUploader(
  client: RestClient,
  api: Api,
  uploadId: string,
  plan: MultipartInstructions,
  source: UploadSource,
): PartUploader {
  const stop = new AbortController();
  const queue = [...plan.parts];
  const done: UploadedPart[] = [];
  let nextUnsigned = Math.max(0, ...queue.map((part) => part.partNumber)) + 1;
  let signing: Promise<void> | null = null;

  async function signNext(): Promise<void> {
    const count = Math.min(partsPerSigning, plan.totalParts - nextUnsigned + 1);
    const numbers = Array.from({ length: count }, (_, at) => nextUnsigned + at);
    nextUnsigned += count;
    queue.push(...(await api.signParts(uploadId, numbers)));
  }

  /** Lanes that run dry together wait for one signing. */
  async function take(): Promise<SignedPart | undefined> {
    while (queue.length === 0 && (signing || nextUnsigned <= plan.totalParts)) {
      signing ??= signNext().finally(() => {
        signing = null;
      });
      await signing;
    }
    return queue.shift();
  }

  async function send(part: SignedPart): Promise<UploadedPart> {
    let signed = part;
    for (let attempt = 1; ; attempt += 1) {
      const start = (signed.partNumber - 1) * plan.partSizeBytes;
      const body = source.open(start, start + signed.sizeBytes);
      const call = { ...signedPut(signed, body, signed.sizeBytes), signal: stop.signal };
      const response = await attempted(client, call);
      const etag =
        response instanceof Response && response.ok ? response.headers.get('etag') : null;
      if (etag !== null) return { partNumber: signed.partNumber, etag };
      if (attempt === putAttempts || stop.signal.aborted) {
        throw notTaken(`part ${signed.partNumber}`, response);
      }
      await client.pause(250 * 2 ** attempt);
      [signed = signed] = await api.signParts(uploadId, [signed.partNumber]);
    }
  }

  return {
    done: () => done,
    async work() {
      try {
        for (let part = await take(); part !== undefined; part = await take()) {
          done.push(await send(part));
        }
      } catch (error) {
        // One part that cannot be sent ends the upload: the others need not be finished.
        queue.length = 0;
        nextUnsigned = plan.totalParts + 1;
        stop.abort();
        throw error;
      }
    },
  };
}
