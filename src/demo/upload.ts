import type { Api } from './api.js';
import type { RestClient } from './client.js';
import type { NewUploadSession, SingleInstructions, UploadSession } from './shapes.js';
import { attempted, notTaken, putAttempts, signedPut } from './signed-put.js';
import { sendParts, type UploadedPart } from './upload-parts.js';
import type { UploadSource } from './upload-source.js';

const settled = new Set(['ready', 'published', 'failed', 'quarantined', 'cancelled']);
const longestWaitMs = 300_000;

/**
 * Sends the bytes to the session's URLs and returns the body of `complete` (Spec 4.4). Throws after
 * three failed attempts; the session then stays open and can be resumed.
 */
export async function sendBytes(
  client: RestClient,
  api: Api,
  session: NewUploadSession,
  source: UploadSource,
): Promise<{ parts?: readonly UploadedPart[] }> {
  const { upload } = session;
  if (!upload) throw new Error(`session ${session.upload_id} takes no bytes any more`);
  if ('parts' in upload) {
    return { parts: await sendParts(client, api, session.upload_id, upload, source) };
  }
  await sendWhole(client, upload, source);
  return {};
}

/** Polls the session until it needs no further processing, and returns it. */
export async function waitForUpload(
  client: RestClient,
  api: Api,
  endpoint: string,
): Promise<UploadSession> {
  let waitedMs = 0;
  for (let delayMs = 50; ; delayMs = Math.min(1000, delayMs * 1.5)) {
    const session = await api.readUpload(endpoint);
    if (settled.has(session.lifecycleStatus)) return session;
    if (waitedMs > longestWaitMs)
      throw new Error(`${endpoint} is still ${session.lifecycleStatus}`);
    await client.pause(delayMs);
    waitedMs += delayMs;
  }
}

/**
 * Sends everything in one PUT. A 412 means that an earlier attempt may have succeeded; then
 * `complete` decides.
 */
async function sendWhole(
  client: RestClient,
  request: SingleInstructions,
  source: UploadSource,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const body = source.open(0, source.sizeBytes);
    const response = await attempted(client, signedPut(request, body, source.sizeBytes));
    if (response instanceof Response && (response.ok || response.status === 412)) return;
    if (attempt === putAttempts) throw notTaken('the file', response);
    await client.pause(250 * 2 ** attempt);
  }
}
