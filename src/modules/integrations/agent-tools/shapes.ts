import { z } from 'zod';
import {
  AccessTier,
  ArtifactSource,
  ArtifactState,
  DependencyKind,
  FileKind,
  MediaKind,
  MediaManager,
  ModState,
  ReleaseChannel,
  ScanStatus,
  VersionState,
} from '../../../platform/database/generated/enums.js';

/**
 * The shapes of the inputs and results of tools. A member means the same as in the GraphQL type of
 * the object, also when it is null. There, members have camel case.
 */

/** An id in an input or a result. For an input, the verbs check whether it exists. */
export const idShape = z.guid().toLowerCase();

/** RFC 3339, UTC. */
export const timeShape = z.iso.datetime();

/** A count, or a number of bytes. */
export const countShape = z.int().min(0);

/** A text in one or more languages. */
export const textsShape = z.record(z.string(), z.string());

/** A game, or an object with a name within its game. */
const namedShape = z.strictObject({ id: idShape, slug: z.string(), name: z.string() });

/** The digests of a file, in lower-case hex. */
export const digestsShape = z.strictObject({ sha256: z.string() });

/** The pagination input of a tool, as in the API. */
export const pageInput = {
  cursor: z.string().nullish().describe('`next_cursor` of the previous page.'),
  limit: z.int().min(1).max(100).nullish(),
};

/** The pagination of a result. `next_cursor` is null on the last page. */
export const pageShape = z.strictObject({
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
  limit: z.int(),
});

const release = z.strictObject({
  id: idShape,
  version: z.string(),
  primary_artifact_id: idShape,
  published_at: timeShape,
  updated_at: timeShape,
});

const links = z.strictObject({ web: z.string(), api: z.string(), versions: z.string() });

const picture = z.strictObject({
  id: idShape,
  kind: z.enum(MediaKind),
  url: z.string(),
  content_type: z.string(),
  width: countShape,
  height: countShape,
  sha256: z.string(),
  alt: textsShape,
  managed_by: z.enum(MediaManager),
});

const brief = {
  id: idShape,
  slug: z.string(),
  game: namedShape,
  title: textsShape,
  summary: textsShape,
  categories: z.array(namedShape),
  loaders: z.array(z.string()),
  game_versions: z.array(z.string()),
  access_tier: z.enum(AccessTier),
  license: z.string().nullable(),
  latest_release: release.nullable(),
  links,
  downloads_count: countShape,
  updated_at: timeShape,
};

/** A mod in search results: short, so that an agent can read many. */
export const foundModShape = z.strictObject({
  ...brief,
  search: z.strictObject({ score: z.number(), matched: z.array(z.string()) }),
});

/** A mod as in the catalog (PublicMod), with its state. */
export const modShape = z.strictObject({
  ...brief,
  state: z.enum(ModState),
  localized_slugs: textsShape,
  description: textsShape,
  description_format: z.string(),
  author: z.strictObject({
    id: idShape,
    username: z.string(),
    display_name: z.string(),
    profile_url: z.string().nullable(),
  }),
  homepage_url: z.string().nullable(),
  source_url: z.string().nullable(),
  cover: picture.nullable(),
  gallery: z.array(picture),
  created_at: timeShape,
  published_at: timeShape.nullable(),
});

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

/**
 * A version's dependency on another mod (`Dependency`). A null `version_constraint` means every
 * version. `version_id` and `artifact_id` are null unless only that version or file counts.
 */
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
