import type { Sample } from '../contract/matrix/sample.js';
import type { Stage } from '../contract/matrix/stage.js';
import { declaredReference } from '../references.js';
import { CLIENT, type Operations } from './operation.js';
import { inTurns, newTarget, unique } from './things.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;

const referred = '{createModVersion.referred.body.data.id}';

const ofMod = { 'path.mod_id': 'not_found' };
const ofVersion = { ...ofMod, 'path.version_id': 'not_found' };

/** A file of a provider that does not exist. */
const EXTERNAL = `{ locator: { provider: "nobody" }, expectedSizeBytes: 1, filename: "a.zip",
  contentType: "application/zip", expectedHashes: { sha256: "x" }, provenance: { importer: "x" } }`;

/** Files that other services host (Spec 2.6, 4.3). */
export const externalArtifacts: Operations = {
  registerExternalArtifact: {
    examples: {
      release: {
        summary: 'A file of a GitHub release, identified by its GitHub ids',
        path: { ...mod, version_id: referred },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.5.0-file' },
        body: {
          locator: {
            provider: 'github',
            owner: 'tobias-kern',
            repository: 'lantern-roads',
            release_id: 184_220_031,
            asset_id: 201_774_512,
          },
          expected_size_bytes: '{given.archive.sizeBytes}',
          expected_hashes: { sha256: '{given.archive.sha256}' },
          filename: 'lantern-roads-1.5.0.zip',
          content_type: 'application/zip',
          evidence: {
            page_url: 'https://github.com/tobias-kern/lantern-roads/releases/tag/v1.5.0',
            license: 'MIT',
          },
          provenance: { importer: 'lantern-tools 3.1', note: 'Imported with the release.' },
        },
      },
    },
    fixture: {
      async fresh(stage) {
        const { modId, versionId } = await newTarget(stage);
        return {
          parameters: { mod_id: modId, version_id: versionId },
          body: declaredReference(new TextEncoder().encode(unique())),
        };
      },
      missing: ofVersion,
    },
    probe: ({ modId, versionId }) =>
      `(modId: "${modId}", versionId: "${versionId}", input: ${EXTERNAL})`,
  },
  getExternalArtifactValidationJob: {
    examples: {
      pending: {
        summary: 'A pending validation',
        path: {
          validation_job_id: '{registerExternalArtifact.release.body.data.validation_job_id}',
        },
      },
    },
    fixture: {
      fresh: inTurns(async (stage) => [await newExamination(stage), await newExamination(stage)]),
      missing: { 'path.validation_job_id': 'not_found' },
    },
    probe: ({ validationId }) => `(id: "${validationId}")`,
  },
  mayRegisterExternalArtifact: {
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  getExternalArtifact: {
    probe: ({ validationId }) => `(validationJobId: "${validationId}")`,
  },
};

async function newExamination(stage: Stage): Promise<Sample> {
  const { modId, versionId } = await newTarget(stage);
  const made = await stage.creator.post(
    `/mods/${modId}/versions/${versionId}/external-artifact`,
    declaredReference(new TextEncoder().encode(unique())),
    { 'Idempotency-Key': unique() },
  );
  return { parameters: { validation_job_id: made.body.data.validation_job_id } };
}
