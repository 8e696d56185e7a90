import { createHash } from 'node:crypto';
import { sha256Of } from './publishing.js';

/** The smallest environment that allows external references. */
export const REGISTRATION = {
  EXTERNAL_REGISTRATION_ENABLED: 'true',
  EXTERNAL_GITHUB_ENABLED: 'true',
} as const;

let assets = 0;

/** An asset id of GitHub that is unique in this process. */
export function newAssetId(): number {
  assets += 1;
  return 7_000 + assets;
}

/** A digest in lower-case hex. */
export function digestOf(algorithm: 'sha512' | 'sha1', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

/** The declaration of a GitHub release file that no other reference uses. */
export function declaredReference(bytes: Uint8Array, more: object = {}) {
  return {
    locator: {
      provider: 'github',
      owner: 'tobias-kern',
      repository: 'lantern-roads',
      release_id: 41,
      asset_id: newAssetId(),
    },
    expected_size_bytes: bytes.length,
    expected_hashes: { sha256: sha256Of(bytes) },
    filename: 'mod.zip',
    content_type: 'application/zip',
    provenance: { importer: 'modport tests' },
    ...more,
  };
}
