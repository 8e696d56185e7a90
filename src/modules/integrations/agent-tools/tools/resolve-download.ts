import { z } from 'zod';
import { ArtifactSource } from '../../../../platform/database/generated/enums.js';
import { resolveDownload } from '../../../delivery/index.js';
import { countShape, digestsShape, fileShape, idShape, textsShape, timeShape } from '../shapes.js';
import { defineTool } from '../tool.js';

/** The members of a managed file's download that an external file lacks. */
const managed = {
  primary_url: z.string().optional().describe('A signed address for GET. Do not store it.'),
  head_url: z.string().optional(),
  expires_at: timeShape.optional(),
  expires_in: countShape.optional(),
  refresh_after_seconds: countShape.optional(),
  download_job: z
    .strictObject({
      id: idShape,
      grant_id: idShape,
      progress: z.strictObject({ bytes_received: countShape, provider: z.string() }),
      etag: z.string(),
    })
    .optional(),
  download_session_id: idShape.optional(),
};

const transport = z.strictObject({
  kind: z.enum(ArtifactSource),
  provider: z.string(),
  reference_id: idShape,
  reference_revision: countShape,
  url: z.string(),
  expires_at: timeShape,
  ttl_seconds: countShape,
});

/**
 * `downloads.resolve`: how to fetch and verify one file (Spec 4.2). It returns URLs and digests and
 * reads no bytes. For a managed file it takes a download slot of the user, like the API.
 */
export const resolveFile = defineTool({
  name: 'downloads.resolve',
  input: z.strictObject({
    artifact_id: idShape,
    download_job: z
      .strictObject({
        id: idShape,
        progress: z
          .strictObject({ bytes_received: countShape, provider: z.string().nullish() })
          .nullish(),
      })
      .nullish()
      .describe('The job of an earlier response, to continue that download.'),
  }),
  output: z.strictObject({
    mod: z.strictObject({ id: idShape, slug: z.string(), title: textsShape }),
    version: z.strictObject({ id: idShape, version: z.string() }),
    artifact: fileShape,
    ...managed,
    transport: transport.optional(),
    size_bytes: countShape,
    hashes: digestsShape,
  }),
  async run(ctx, { artifact_id, download_job: job }) {
    const progress = job?.progress
      ? {
          bytesReceived: job.progress.bytes_received,
          provider: job.progress.provider ?? null,
        }
      : null;
    const input = job ? { downloadJob: { id: job.id, progress } } : null;
    const value = await resolveDownload(ctx, artifact_id, input);
    const { downloadJob } = value;
    // A replay continues this very download, even if another one of the file has begun since.
    return downloadJob
      ? { value, replayInput: { artifact_id, download_job: { id: downloadJob.id } } }
      : { value };
  },
});
