import { z } from 'zod';
import type { Api } from '../../src/demo/api.js';
import type { RestClient } from '../../src/demo/client.js';

const PAUSE_MS = 100;
const ATTEMPTS = 600;

const allowed = z.object({
  data: z.object({ setModFallback: z.object({ isAllowed: z.boolean() }) }),
});
const resolved = z.object({ data: z.object({ fallback: z.object({ available: z.boolean() }) }) });

/** A published file. */
interface PublishedFile {
  readonly artifact_id: string;
  readonly size: number;
}

/** Lets clients download the files of a mod from the first store only. Needs `mods:write`. */
export async function keepInFirstStore(client: RestClient, modId: string): Promise<void> {
  const query = `mutation ($modId: ID!) { setModFallback(modId: $modId, isAllowed: false) { isAllowed } }`;
  const body = { query, variables: { modId } };
  await client.call({ method: 'POST', path: '/graphql', body, shape: allowed });
}

/** Waits until a file has its copy in the second store. Throws after a minute. */
export async function untilCopied(
  client: RestClient,
  api: Api,
  { artifact_id, size }: PublishedFile,
): Promise<void> {
  const { download_job } = await api.resolveDownload(artifact_id);
  for (let attempt = 1; !(await hasCopy(client, artifact_id)); attempt += 1) {
    if (attempt === ATTEMPTS) throw new Error(`the second store has no copy of ${artifact_id}`);
    await client.pause(PAUSE_MS);
  }
  // The reported end makes room for the downloads of the tests.
  const progress = { bytes_received: size, provider: 'disk' };
  await api.resolveDownload(artifact_id, { id: download_job.id, progress, etag: null });
}

async function hasCopy(client: RestClient, artifactId: string): Promise<boolean> {
  const path = `/v1/downloads/${artifactId}/resolve`;
  const { body } = await client.call({ method: 'POST', path, body: {}, shape: resolved });
  return body.data.fallback.available;
}
