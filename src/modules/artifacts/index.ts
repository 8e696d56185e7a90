export { Artifact, ArtifactHashes } from './artifact.type.js';
export { filesAsJson, filesByVersion, presentFiles } from './artifacts.loaders.js';
export { ArtifactsResolver } from './artifacts.resolver.js';
export { type Digest, readDigest } from './digest.js';
export { type KnownFile, readKnownFiles } from './known-files.js';
export { isWithdrawn, obtainable, staleBefore } from './obtainable.js';
export {
  FILE_FACTS,
  FILE_TABLES,
  type FileRow,
  fallbackEndpointOf,
  presentArtifact,
  resolveEndpointOf,
  type ShownVersionFile,
} from './present-artifact.js';
export {
  isInUse,
  type ManagedFile,
  type PublishedFile,
  type ReferencedFile,
  readPublishedFile,
  refuseWithoutDigest,
} from './read-published-file.js';
