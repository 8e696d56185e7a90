import { z } from 'zod';
import {
  AccessTier,
  MediaKind,
  MediaManager,
  ModState,
} from '../../../../platform/database/generated/enums.js';
import { countShape, idShape, namedShape, textsShape, timeShape } from './basics.js';

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
