export { Artifact, ArtifactHashes } from './artifacts/artifact.type.js';
export { ArtifactsResolver } from './artifacts/artifacts.resolver.js';
export {
  type Digest,
  type KnownFile,
  readDigest,
  readKnownFiles,
} from './artifacts/known-files.js';
export {
  FILE_FACTS,
  FILE_TABLES,
  type FileRow,
  isWithdrawn,
  obtainable,
  presentArtifact,
  staleBefore,
} from './artifacts/present-artifact.js';
export {
  type ExternalFile,
  isProviderOn,
  type ManagedFile,
  type PublishedFile,
  readPublishedFile,
  refuseWithoutDigest,
} from './artifacts/read-published-file.js';
export { filesByVersion } from './artifacts/visible-files.js';
export { createMod } from './drafts/create-mod.js';
export { createModSchema, updateModSchema } from './drafts/mod.input.js';
export { ModsResolver } from './drafts/mods.resolver.js';
export { settleMods } from './drafts/settle-mods.js';
export { updateMod } from './drafts/update-mod.js';
export { endReferencesOf } from './references/end-reference.js';
export {
  checkReferences,
  countProviderWait,
  giveUpExamination,
} from './references/examination.js';
export { examineReferences } from './references/examine-references.js';
export { ProviderBusy } from './references/provider-client.js';
export { readExamination } from './references/read-reference.js';
export { providerOff } from './references/reference-refusals.js';
export { ReferencesResolver } from './references/references.resolver.js';
export { resolveProviderUrl } from './references/resolve-provider-url.js';
export { verifyReference } from './references/verify-reference.js';
export { TakedownsResolver } from './takedowns/takedowns.resolver.js';
export { UploadChangesResolver } from './uploads/live-changes.js';
export { approveUpload, rejectQuarantinedUpload } from './uploads/review/review-upload.js';
export { ReviewsResolver } from './uploads/review/reviews.resolver.js';
export { dropRecordedPaths } from './uploads/scan/drop-recorded-paths.js';
export { roomWaitSeconds } from './uploads/scan/room-wait.js';
export { giveUpScan, scanUpload } from './uploads/scan/scan-upload.js';
export { cancelUploadsOf } from './uploads/session/end-uploads.js';
export { listAllUploads } from './uploads/session/list-uploads.js';
export { removeEndedUploads } from './uploads/session/remove-ended-uploads.js';
export {
  type StagingPosition,
  sweepStaging,
  sweepUploads,
} from './uploads/session/sweep-uploads.js';
export { UploadsResolver } from './uploads/session/uploads.resolver.js';
export { alignConstraints } from './versions/align-constraints.js';
export { checkPublication, PUBLICATION_OBSTACLES } from './versions/check-publication.js';
export { createVersion } from './versions/create-version.js';
export { dependenciesByVersion } from './versions/dependencies.js';
export { publicationOf } from './versions/list-publication.js';
export { listVersions, ModVersionsResolver } from './versions/list-versions.js';
export { VERSION_AS_JSON, type VersionJson, versionOfJson } from './versions/present-version.js';
export { updateVersion } from './versions/update-version.js';
export {
  createVersionSchema,
  dependencySchema,
  updateVersionSchema,
} from './versions/version.input.js';
export { ModVersion } from './versions/version.type.js';
export { getVersion } from './versions/version-access.js';
export { VersionLifecycleResolver } from './versions/version-lifecycle.resolver.js';
export { VersionsResolver } from './versions/versions.resolver.js';
