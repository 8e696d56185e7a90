export { Artifact, ArtifactHashes } from './artifacts/artifact.type.js';
export { filesByVersion } from './artifacts/artifacts.loaders.js';
export { ArtifactsResolver } from './artifacts/artifacts.resolver.js';
export { type Digest, readDigest } from './artifacts/digest.js';
export { type KnownFile, readKnownFiles } from './artifacts/known-files.js';
export { isWithdrawn, obtainable, staleBefore } from './artifacts/obtainable.js';
export {
  FILE_FACTS,
  FILE_TABLES,
  type FileRow,
  fallbackEndpointOf,
  presentArtifact,
  resolveEndpointOf,
} from './artifacts/present-artifact.js';
export {
  isInUse,
  type ManagedFile,
  type PublishedFile,
  type ReferencedFile,
  readPublishedFile,
  refuseWithoutDigest,
} from './artifacts/read-published-file.js';
export { createMod } from './drafts/create-mod.js';
export { createModSchema, updateModSchema } from './drafts/mod.schema.js';
export { ModsResolver } from './drafts/mods.resolver.js';
export { updateMod } from './drafts/update-mod.js';
export { checkReferences } from './references/check-references.js';
export { endReferencesOf } from './references/end-references.js';
export { giveUpExamination } from './references/give-up-examination.js';
export { postponeExamination } from './references/postpone-examination.js';
export { ProviderBusy } from './references/provider-client.js';
export { readExamination } from './references/read-reference.js';
export { ReferencesResolver } from './references/references.resolver.js';
export { resolveProviderUrl } from './references/resolve-provider-url.js';
export { verifyReference } from './references/verify-reference.js';
export { approveUpload, refuseUpload } from './uploads/review/review-upload.js';
export { ReviewsResolver } from './uploads/review/reviews.resolver.js';
export { giveUpScan, scanUpload } from './uploads/scan/scan-upload.js';
export { cancelUploadsOf } from './uploads/session/cancel-uploads.js';
export { listAllUploads } from './uploads/session/list-all-uploads.js';
export { type StagingPlace, sweepStaging } from './uploads/session/sweep-staging.js';
export { sweepUploads } from './uploads/session/sweep-uploads.js';
export { UploadsResolver } from './uploads/session/uploads.resolver.js';
export { alignConstraints } from './versions/align-constraints.js';
export { checkPublication, PUBLICATION_OBSTACLES } from './versions/check-publication.js';
export { createVersion } from './versions/create-version.js';
export { getVersion } from './versions/get-version.js';
export { dependenciesByVersion } from './versions/list-dependencies.js';
export { listVersions } from './versions/list-versions.js';
export { ModVersionsResolver } from './versions/mod-versions.resolver.js';
export { publicationOf } from './versions/publication.js';
export { updateVersion } from './versions/update-version.js';
export {
  createVersionSchema,
  dependencySchema,
  updateVersionSchema,
} from './versions/version.schema.js';
export { ModVersion } from './versions/version.type.js';
export { VERSION_AS_JSON, type VersionJson, versionOfJson } from './versions/version-as-json.js';
export { VersionLifecycleResolver } from './versions/version-lifecycle.resolver.js';
export { VersionsResolver } from './versions/versions.resolver.js';
