// The part of the data of page operations that the pages of a mod use.
import { z } from 'zod';
import { languageTexts, listOf, modSummary, moment, picture } from '../kit/index.js';

const modHead = modSummary.extend({
  slug: z.string(),
  state: z.enum(['draft', 'published', 'hidden', 'archived', 'deleted']),
});

const file = z.object({
  id: z.string(),
  fileKind: z.enum(['main', 'optional']),
  label: z.string(),
  originalFilename: z.string().nullable(),
  sizeBytes: z.number(),
  scanStatus: z.string(),
  artifactSource: z.enum(['rehosted_blob', 'external_provider_reference']),
  handoffUri: z.string(),
  hashes: z.object({ sha256: z.string() }),
});

const version = z.object({
  id: z.string(),
  version: z.string(),
  status: z.string(),
  releaseChannel: z.enum(['release', 'beta', 'alpha']),
  gameVersions: z.array(z.string()),
  loaderPlatforms: z.array(z.string()),
  downloadsCount: z.number(),
  publishedAt: moment.nullable(),
  updatedAt: moment,
  artifactIds: z.array(z.string()),
  artifacts: z.array(file).nullable(),
});

const versionTexts = z.object({
  changelog: languageTexts,
  provenance: z
    .object({
      repository: z.string(),
      commit: z.string(),
      ref: z.string(),
      workflow: z.string(),
      issuer: z.string(),
      runUrl: z.url({ protocol: /^https?$/ }),
    })
    .nullable(),
  dependencies: z.array(
    z.object({
      modId: z.string(),
      kind: z.enum(['required', 'optional', 'embedded', 'conflict']),
      versionConstraint: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
});

const wholeMod = modHead.extend({
  description: languageTexts,
  license: z.string().nullable(),
  homepageUrl: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  gallery: z.array(picture),
  latestRelease: z.object({ id: z.string() }).nullable(),
  versions: z.array(version),
});

const plan = z.object({
  status: z.enum(['resolved', 'unsatisfiable']),
  items: z.array(
    z.object({
      itemId: z.string(),
      role: z.enum(['selected', 'required', 'optional']),
      modId: z.string(),
      title: languageTexts,
      version: z.string(),
      versionId: z.string(),
      embeddedIn: z.string().nullable(),
      artifactSource: z.string(),
      file: z.object({
        originalFilename: z.string().nullable(),
        sizeBytes: z.number(),
        sha256: z.string(),
      }),
    }),
  ),
  conflicts: z.array(
    z.object({ code: z.string(), explanation: z.string(), modIds: z.array(z.string()) }),
  ),
  decisionReasons: z.array(
    z.object({
      itemId: z.string().nullable(),
      modId: z.string(),
      code: z.string(),
      detail: z.string(),
    }),
  ),
});

/** The data of `pageMod`. */
export const oneMod = z.object({ mod: wholeMod });
/** The data of `pageModHead`. */
export const oneHead = z.object({ mod: modHead });
/** The data of `pageModRelease`. */
export const release = z.object({ version: version.extend(versionTexts.shape) });
/** The data of `pageModsBySlug`. */
export const bySlug = z.object({ mods: z.array(modHead.omit({ slug: true, state: true })) });
/** The data of `pageVersions`. */
export const versionPage = z.object({
  mod: modHead,
  versions: listOf(version),
});
/** The data of `pageVersion`. */
export const oneVersion = z.object({
  mod: modHead,
  version: version.extend(versionTexts.shape),
  files: z.object({ items: z.array(z.object({ artifact: file.nullable() })) }),
});
/** The data of `pageFile`. */
export const oneFile = z.object({ file: z.object({ artifact: file }) });
/** The data of `pageModFeed`. */
export const feed = z.object({
  mod: modHead.extend({ versions: z.array(version.extend({ changelog: languageTexts })) }),
});
/** The data of `pagePlan`. */
export const onePlan = z.object({ plan });
/** The data of `pageModTitles`. */
export const titles = z.object({
  mods: z.object({ items: z.array(z.object({ id: z.string(), title: languageTexts })) }),
});
/** The data of `pageResolveDownload`. */
export const download = z.object({
  download: z.object({
    primaryUrl: z.string().nullable(),
    transport: z.object({ url: z.string(), provider: z.string() }).nullable(),
    artifact: file.pick({
      originalFilename: true,
      sizeBytes: true,
      handoffUri: true,
      hashes: true,
    }),
  }),
});

/** The facts of a mod that all its pages show. */
export type ShownHead = z.output<typeof modHead>;

/**
 * A mod as its own page shows it. `publishedAt` is null for a draft. `latestRelease` is null without
 * a published version; it may be a beta or an alpha. The author may have left out the license and
 * the addresses.
 */
export type ShownMod = z.output<typeof wholeMod>;

/** A mod among others with the same slug. */
export type ShownNamesake = z.output<typeof bySlug>['mods'][number];

/**
 * A version in a list. `artifactIds` names all its files. `artifacts` has only the primary file; it
 * is null unless the version is published and that file is stored here.
 */
export type ShownVersion = z.output<typeof version>;

/** A file of a version. `originalFilename` is null if it was uploaded without a name. */
export type ShownFile = z.output<typeof file>;

/**
 * The changelog, the provenance and the dependencies of a version. `provenance` is null unless a run
 * of CI uploaded and published it. A dependency without a `versionConstraint` accepts every version.
 */
export type ShownTexts = z.output<typeof versionTexts>;

/**
 * An install plan. An item with `embeddedIn` is part of the file of that item, and needs no step.
 * The `itemId` of a reason is null if the mod has no item of its own.
 */
export type ShownPlan = z.output<typeof plan>;

/**
 * A resolved download. A stored file has a `primaryUrl`. For an external file that is null, and
 * `transport` has the address at its provider.
 */
export type ShownDownload = z.output<typeof download>['download'];
