import type { Provider } from './provider.js';
import { assetOf, type ReleaseLocator, releaseLocator } from './releases.js';

const DIGEST = /^sha256:([0-9a-f]{64})$/;

/** Files of GitHub releases, by `GET /repos/{owner}/{repo}/releases/{release_id}`. */
export const github: Provider<ReleaseLocator> = {
  locator: releaseLocator,
  // The id of a file is unique in GitHub, even if its repository is renamed.
  keyOf: ({ assetId }) => `github:${assetId}`,
  pathOf: ({ owner, repository, releaseId }) =>
    `/repos/${owner}/${repository}/releases/${releaseId}`,
  fileOf(locator, answer) {
    const asset = assetOf(locator, answer);
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
