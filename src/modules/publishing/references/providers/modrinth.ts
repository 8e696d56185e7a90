import { z } from 'zod';
import { type Provider, readResponse } from './provider.js';

const ID = /^[A-Za-z0-9]{8}$/;

const locator = z.strictObject({
  projectId: z.string().regex(ID),
  versionId: z.string().regex(ID),
  filename: z
    .string()
    .max(255)
    .regex(/^[^\p{Cc}/\\]+$/u),
});

type Locator = z.output<typeof locator>;

const version = z.object({
  id: z.string(),
  project_id: z.string(),
  // Only the file of the locator must have a known form.
  files: z.array(z.looseObject({ filename: z.string() })),
});

const versionFile = z.object({
  size: z.int().nonnegative(),
  url: z.url(),
  hashes: z.object({
    sha512: z.string().regex(/^[0-9a-f]{128}$/i),
    sha1: z.string().regex(/^[0-9a-f]{40}$/i),
  }),
});

/** Files of Modrinth versions, by `GET /v2/version/{id}`. */
export const modrinth: Provider<Locator> = {
  locator,
  keyOf: ({ versionId, filename }) => `modrinth:${versionId}:${filename}`,
  pathOf: ({ versionId }) => `/v2/version/${versionId}`,
  fileOf({ projectId, versionId, filename }, response) {
    const { id, project_id, files } = readResponse(version, response);
    if (id !== versionId || project_id !== projectId) return null;
    const found = files.find((candidate) => candidate.filename === filename);
    if (!found) return null;
    const { size, url, hashes } = readResponse(versionFile, found);
    const { sha512, sha1 } = hashes;
    return {
      filename,
      sizeBytes: size,
      hashes: { sha512: sha512.toLowerCase(), sha1: sha1.toLowerCase() },
      marker: sha512.toLowerCase(),
      url,
    };
  },
};
