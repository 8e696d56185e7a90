import { z } from 'zod';

// The parts of each response that this client reads. It tolerates all others, because releases add
// members (Spec 9, unknown members).

const single = <T extends z.ZodType>(data: T) => z.object({ data });

const list = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    pagination: z.object({ next_cursor: z.string().nullable() }),
  });

const gameSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  loaders: z.array(z.string()).default([]),
  game_versions: z.array(z.string()).default([]),
});

const modSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.record(z.string(), z.string()),
  latest_version: z.string().nullish(),
});

const versionSchema = z.object({
  id: z.string(),
  version: z.string(),
  status: z.string(),
  artifact_ids: z.array(z.string()),
});

const mediaSchema = z.object({
  id: z.string(),
  url: z.string(),
  content_type: z.string(),
  width: z.number().nullish(),
  height: z.number().nullish(),
});

const signedPartSchema = z.object({
  partNumber: z.number().int(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  sizeBytes: z.number().int(),
});

const singleInstructions = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});

const multipartInstructions = z.object({
  partSizeBytes: z.number().int(),
  totalParts: z.number().int(),
  concurrency: z.number().int(),
  parts: z.array(signedPartSchema),
});

const sessionSchema = z.object({
  upload_id: z.string(),
  artifact_id: z.string().nullish(),
  lifecycleStatus: z.string(),
  strategy: z.enum(['single', 'multipart']),
  job: z.object({ status: z.string(), statusEndpoint: z.string() }).nullish(),
  failure: z.object({ code: z.string() }).nullish(),
  review: z.object({ reasons: z.array(z.string()) }).nullish(),
  supportCorrelationId: z.string().nullish(),
});

const checkSchema = z.object({
  valid: z.boolean(),
  problems: z.array(
    z.object({ code: z.string(), field: z.string().nullish(), detail: z.string() }),
  ),
  strategy: z.string(),
  partSizeBytes: z.number().nullish(),
  totalParts: z.number().nullish(),
});

const artifactSchema = z.object({
  size_bytes: z.number(),
  hashes: z.object({ sha256: z.string() }),
});

const planSchema = z.object({
  plan_id: z.string(),
  status: z.string(),
  items: z.array(
    z.object({
      mod_id: z.string(),
      version: z.string(),
      artifact_id: z.string(),
      role: z.string(),
    }),
  ),
});

const resolutionSchema = z.object({
  primary_url: z.string(),
  head_url: z.string(),
  size_bytes: z.number(),
  hashes: z.object({ sha256: z.string() }),
  download_job: z.object({ id: z.string(), grant_id: z.string() }),
  representation: z.object({
    provider: z.string(),
    etag_scope: z.string().nullish(),
    etag: z.string().nullish(),
    if_match: z.string().nullish(),
  }),
});

/** The bodies of the responses, by their content. */
export const shapes = {
  games: list(gameSchema),
  game: single(gameSchema),
  mods: list(modSchema),
  mod: single(modSchema),
  versions: list(versionSchema),
  version: single(versionSchema),
  media: single(mediaSchema),
  uploadCheck: single(checkSchema),
  newSession: single(
    // A replay of a session's creation has no upload instructions if the bytes have already
    // arrived.
    sessionSchema.extend({
      upload: z.union([multipartInstructions, singleInstructions]).nullish(),
    }),
  ),
  session: single(sessionSchema),
  parts: single(z.object({ parts: z.array(signedPartSchema) })),
  artifact: single(artifactSchema),
  plan: single(planSchema),
  resolution: single(resolutionSchema),
};

export type Game = z.infer<typeof gameSchema>;
export type Mod = z.infer<typeof modSchema>;
export type ModVersion = z.infer<typeof versionSchema>;
export type Media = z.infer<typeof mediaSchema>;
export type MultipartInstructions = z.infer<typeof multipartInstructions>;
export type SingleInstructions = z.infer<typeof singleInstructions>;
export type SignedPart = z.infer<typeof signedPartSchema>;
export type UploadSession = z.infer<typeof sessionSchema>;
export type NewUploadSession = z.infer<typeof shapes.newSession>['data'];
export type UploadCheck = z.infer<typeof checkSchema>;
export type InstallPlan = z.infer<typeof planSchema>;
export type Resolution = z.infer<typeof resolutionSchema>;
