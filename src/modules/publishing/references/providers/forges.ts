import { z } from 'zod';
import { type Provider, readResponse } from './provider.js';

/**
 * The common part of GitHub and Forgejo: files attached to a release of a repository. A release is
 * identified by its id, because a tag can move. A file is identified by its id, because a name can
 * be reused.
 */

const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;
const number = z.int().positive();

/** The ids of a file of a release. */
const releaseLocator = z.strictObject({
  owner: z.string().regex(NAME),
  repository: z.string().regex(NAME),
  releaseId: number,
  assetId: number,
});

type ReleaseLocator = z.output<typeof releaseLocator>;

const asset = z.object({
  id: number,
  name: z.string().min(1).max(255),
  size: z.int().nonnegative(),
  browser_download_url: z.url(),
  state: z.string().optional(),
  digest: z.string().nullish(),
  updated_at: z.string().optional(),
  created_at: z.string().optional(),
  uuid: z.string().optional(),
});

const release = z.object({
  id: number,
  draft: z.boolean(),
  // Only the file of the locator must have a known form.
  assets: z.array(z.looseObject({ id: number })),
});

/** One file of a release in the API's response. */
type ReleaseAsset = z.output<typeof asset>;

/**
 * Finds the file of a locator in the response; null if the release is a draft or has no such file.
 */
function assetOf({ releaseId, assetId }: ReleaseLocator, response: unknown): ReleaseAsset | null {
  const { id, draft, assets } = readResponse(release, response);
  if (id !== releaseId || draft) return null;
  const found = assets.find((candidate) => candidate.id === assetId);
  return found ? readResponse(asset, found) : null;
}

const DIGEST = /^sha256:([0-9a-f]{64})$/;

/** Files of GitHub releases, by `GET /repos/{owner}/{repo}/releases/{release_id}`. */
export const github: Provider<ReleaseLocator> = {
  locator: releaseLocator,
  // The id of a file is unique in GitHub, even if its repository is renamed.
  keyOf: ({ assetId }) => `github:${assetId}`,
  pathOf: ({ owner, repository, releaseId }) =>
    `/repos/${owner}/${repository}/releases/${releaseId}`,
  fileOf(locator, response) {
    const asset = assetOf(locator, response);
    if (!asset || (asset.state !== undefined && asset.state !== 'uploaded')) return null;
    const sha256 = asset.digest?.match(DIGEST)?.[1];
    return {
      filename: asset.name,
      sizeBytes: asset.size,
      hashes: sha256 ? { sha256 } : {},
      marker: `${asset.size}:${asset.digest ?? asset.updated_at}`,
      url: asset.browser_download_url,
    };
  },
};

/** Files of Codeberg releases, by Forgejo's `GET /api/v1/repos/{owner}/{repo}/releases/{id}`. */
export const codeberg: Provider<ReleaseLocator> = {
  locator: releaseLocator,
  keyOf: ({ assetId }) => `codeberg:${assetId}`,
  pathOf: ({ owner, repository, releaseId }) =>
    `/api/v1/repos/${owner}/${repository}/releases/${releaseId}`,
  fileOf(locator, response) {
    const asset = assetOf(locator, response);
    if (!asset) return null;
    return {
      filename: asset.name,
      sizeBytes: asset.size,
      hashes: {},
      marker: `${asset.size}:${asset.uuid}:${asset.created_at}`,
      url: asset.browser_download_url,
    };
  },
};
