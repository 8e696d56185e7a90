import type { Provider } from './provider.js';
import { assetOf, type ReleaseLocator, releaseLocator } from './releases.js';

/** Files of Codeberg releases, by Forgejo's `GET /api/v1/repos/{owner}/{repo}/releases/{id}`. */
export const codeberg: Provider<ReleaseLocator> = {
  locator: releaseLocator,
  keyOf: ({ assetId }) => `codeberg:${assetId}`,
  pathOf: ({ owner, repository, releaseId }) =>
    `/api/v1/repos/${owner}/${repository}/releases/${releaseId}`,
  fileOf(locator, answer) {
    const asset = assetOf(locator, answer);
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
