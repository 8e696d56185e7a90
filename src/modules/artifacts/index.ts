export { Artifact, ArtifactHashes } from './artifact.type.js';
export { filesByVersion } from './artifacts.loaders.js';
export { ArtifactsResolver } from './artifacts.resolver.js';
export {
  FILE_COLUMNS,
  FILE_TABLES,
  type FileRow,
  presentArtifact,
  resolveEndpointOf,
} from './present-artifact.js';
export { type PublishedFile, readPublishedFile } from './read-published-file.js';
