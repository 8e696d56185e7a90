import { z } from 'zod';
import { type Provider, readResponse } from './provider.js';

const number = z.string().regex(/^[1-9]\d{0,11}$/);

const locator = z.strictObject({
  projectId: number,
  versionId: number,
  platform: z.enum(['PAPER', 'WATERFALL', 'VELOCITY']),
});

type Locator = z.output<typeof locator>;

const version = z.object({
  id: z.int(),
  downloads: z.record(z.string(), z.looseObject({ externalUrl: z.string().nullish() })),
});

const download = z.object({
  fileInfo: z.object({
    name: z.string().min(1).max(255),
    sizeBytes: z.int().nonnegative(),
    sha256Hash: z.string().regex(/^[0-9a-f]{64}$/i),
  }),
  downloadUrl: z.url(),
});

/**
 * Files of Hangar versions, by `GET /api/v1/projects/{id}/versions/{id}`. Returns no file for a
 * version that only links to another site.
 */
export const hangar: Provider<Locator> = {
  locator,
  // The id of a version is unique in Hangar. A version has at most one file for each platform.
  keyOf: ({ versionId, platform }) => `hangar:${versionId}:${platform}`,
  pathOf: ({ projectId, versionId }) => `/api/v1/projects/${projectId}/versions/${versionId}`,
  fileOf({ versionId, platform }, response) {
    const { id, downloads } = readResponse(version, response);
    const found = downloads[platform];
    if (String(id) !== versionId || !found || found.externalUrl) return null;
    const { fileInfo, downloadUrl } = readResponse(download, found);
    const { name, sizeBytes, sha256Hash } = fileInfo;
    return {
      filename: name,
      sizeBytes,
      hashes: { sha256: sha256Hash.toLowerCase() },
      marker: sha256Hash.toLowerCase(),
      url: downloadUrl,
    };
  },
};
