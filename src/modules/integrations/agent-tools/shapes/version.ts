import { z } from 'zod';
import {
  ArtifactSource,
  ArtifactState,
  DependencyKind,
  FileKind,
  ReleaseChannel,
  ScanStatus,
  VersionState,
} from '../../../../platform/database/generated/enums.js';
import { countShape, digestsShape, idShape, textsShape, timeShape } from './basics.js';

/** A version in a list. */
export const briefVersionShape = z.strictObject({
  id: idShape,
  version: z.string(),
  release_channel: z.enum(ReleaseChannel),
  game_versions: z.array(z.string()),
  loader_platforms: z.array(z.string()),
  status: z.enum(VersionState),
  published_at: timeShape.nullable(),
});

/** A version's dependency on another mod. */
export const dependencyShape = z.strictObject({
  kind: z.enum(DependencyKind),
  mod_id: idShape,
  version_constraint: z.string().nullable(),
  version_id: idShape.nullable(),
  artifact_id: idShape.nullable(),
  note: z.string().nullable(),
});

/** A version with all of its members. */
export const versionShape = z.strictObject({
  id: idShape,
  mod_id: idShape,
  version: z.string(),
  changelog: textsShape,
  release_channel: z.enum(ReleaseChannel),
  file_category: z.string(),
  game_versions: z.array(z.string()),
  loader_platforms: z.array(z.string()),
  dependencies: z.array(dependencyShape),
  requirements: z.record(z.string(), z.unknown()),
  build_metadata: z.record(z.string(), z.unknown()),
  status: z.enum(VersionState),
  published_at: timeShape.nullable(),
  created_at: timeShape,
  updated_at: timeShape,
});

/** A file of a version (PublicModArtifact). */
export const fileShape = z.strictObject({
  id: idShape,
  mod_id: idShape,
  version_id: idShape,
  file_kind: z.enum(FileKind),
  file_version: z.string(),
  label: z.string(),
  original_filename: z.string().nullable(),
  content_type: z.string(),
  platform: z.string().nullable(),
  size_bytes: countShape,
  hashes: digestsShape,
  artifact_source: z.enum(ArtifactSource),
  status: z.enum(ArtifactState),
  scan_status: z.enum(ScanStatus),
});
