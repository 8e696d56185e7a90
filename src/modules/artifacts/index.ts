export { Artifact, ArtifactHashes } from './artifact.type.js';
export { filesAsJson, filesByVersion, presentFiles } from './artifacts.loaders.js';
export { ArtifactsResolver } from './artifacts.resolver.js';
export {
  FILE_COLUMNS,
  FILE_TABLES,
  type FileRow,
  presentArtifact,
  resolveEndpointOf,
  type ShownFile,
} from './present-artifact.js';
export { type PublishedFile, readPublishedFile } from './read-published-file.js';
