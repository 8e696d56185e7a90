import { z } from 'zod';
import { FileKind, VersionState } from '../../../../platform/database/generated/enums.js';
import { canonicalJson } from '../../../../platform/json.js';
import type { RequestContext } from '../../../../request/context.js';
import { load } from '../../../../request/loaders.js';
import { dependenciesByVersion, filesByVersion, getVersion } from '../../../publishing/index.js';
import { toWire } from '../names.js';
import { countShape, dependencyShape, idShape, timeShape } from '../shapes.js';
import { changesOf, type Document, defineTool } from '../tool.js';

const side = z.strictObject({
  id: idShape,
  version: z.string(),
  status: z.enum(VersionState),
  published_at: timeShape.nullable(),
});

const file = z.strictObject({
  id: idShape,
  file_kind: z.enum(FileKind),
  original_filename: z.string().nullable(),
  size_bytes: countShape,
  sha256: z.string(),
});

const metadata = z.strictObject({
  version: z.string(),
  changelog: z.unknown(),
  release_channel: z.string(),
  file_category: z.string(),
  game_versions: z.unknown(),
  loader_platforms: z.unknown(),
  requirements: z.unknown(),
  build_metadata: z.unknown(),
});

/**
 * `versions.compare`: the differences between two versions of one mod that the viewer may see. It
 * compares only trusted files (`TRUSTED`), so no external files.
 */
export const compareVersions = defineTool({
  name: 'versions.compare',
  input: z.strictObject({
    mod_id: idShape,
    from_version_id: idShape,
    to_version_id: idShape,
  }),
  output: z.strictObject({
    mod_id: idShape,
    from: side,
    to: side,
    metadata: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    dependencies: z.strictObject({
      added: z.array(dependencyShape),
      removed: z.array(dependencyShape),
    }),
    files: z.strictObject({
      added: z.array(file),
      removed: z.array(file),
      unchanged: z.array(file).describe('Files whose bytes are in both versions.'),
    }),
  }),
  async run(ctx, { mod_id, from_version_id, to_version_id }) {
    const from = await readSide(ctx, mod_id, from_version_id);
    const to = await readSide(ctx, mod_id, to_version_id);
    const digests = (files: readonly FileOf[]) => new Set(files.map(({ sha256 }) => sha256));
    const before = digests(from.files);
    const after = digests(to.files);
    const value = {
      modId: mod_id,
      from: from.version,
      to: to.version,
      metadata: changesOf(from.metadata, to.metadata),
      dependencies: {
        added: without(to.dependencies, from.dependencies),
        removed: without(from.dependencies, to.dependencies),
      },
      files: {
        added: to.files.filter(({ sha256 }) => !before.has(sha256)),
        removed: from.files.filter(({ sha256 }) => !after.has(sha256)),
        unchanged: to.files.filter(({ sha256 }) => before.has(sha256)),
      },
    };
    return { value };
  },
});

type FileOf = { readonly id: string; readonly sha256: string };

async function readSide(ctx: RequestContext, modId: string, versionId: string) {
  const version = await getVersion(ctx, modId, versionId);
  const { trusted } = await load(ctx, filesByVersion, versionId);
  const dependencies = await load(ctx, dependenciesByVersion, versionId);
  return {
    version,
    // `toWire` has the type `unknown`. For the schema of an object it returns an object.
    metadata: toWire(metadata, version) as Document,
    dependencies: sortedByKey(dependencies, (it) => canonicalJson(wireDependency(it))),
    files: sortedByKey(trusted, ({ sha256, id }) => `${sha256} ${id}`),
  };
}

type DependencyOf = Parameters<typeof wireDependency>[0];

/**
 * The members of a dependency that the tool shows and compares. They exclude its own id, which
 * differs in every version.
 */
function wireDependency(dependency: object): unknown {
  return toWire(dependencyShape, dependency);
}

/** The dependencies of one version that the other lacks. */
function without<D extends DependencyOf>(some: readonly D[], others: readonly D[]): D[] {
  const known = new Set(others.map((it) => canonicalJson(wireDependency(it))));
  return some.filter((it) => !known.has(canonicalJson(wireDependency(it))));
}

function sortedByKey<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
