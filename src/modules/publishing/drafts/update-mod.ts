import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import type { Texts } from '../../../request/scalars.js';
import { markUnchanged, transact } from '../../../request/transact.js';
import { type Differing, differing, revisionOf, stale } from '../../../request/validator.js';
import { getMod, type Mod, rewriteModDocument } from '../../catalog/index.js';
import { requireModPermission } from '../../collaboration/index.js';
import { type Changes, checkedChange } from './checked-change.js';
import type { UpdateModInput } from './mod.input.js';

/**
 * The ids of a game's categories by their slugs, without duplicates. Throws `invalid_metadata`
 * naming every unknown slug.
 */
export async function categoryIds(
  ctx: RequestContext,
  gameId: string,
  slugs: readonly string[],
): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await ctx.platform.db.category.findMany({
    where: { gameId, slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  });
  const idBySlug = new Map(rows.map((row) => [row.slug, row.id]));
  const unknown = slugs.flatMap((slug, at) =>
    idBySlug.has(slug) ? [] : [{ field: `categories[${at}]`, code: 'unknown_value' as const }],
  );
  if (unknown.length) throw problem('invalid_metadata', { fields: unknown });
  return [...idBySlug.values()];
}

/**
 * The summaries that the team of a mod wrote, by language, without the excerpts of `Mod.summary`.
 * For its team. Throws the errors of `requireModPermission`.
 */
export async function readWrittenSummary(ctx: RequestContext, modId: string): Promise<Texts> {
  const columns = Prisma.sql`m.summary`;
  return (await requireModPermission<{ summary: Texts }>(ctx, modId, 'read-drafts', columns))
    .summary;
}

type ModWithCategories = Prisma.ModGetPayload<{ include: { categories: true } }>;

/**
 * Changes the given fields of a mod if its revision matches the caller's ETag. The UPDATE itself
 * compares the revision, so only one of two concurrent writers with the same ETag succeeds. Also
 * rewrites the mod document, writes an audit line, emits `mod.updated` and queues the search
 * update. Does nothing of this if no value differs. Spec 4.3. Throws:
 * - another revision: `precondition_failed` with the current ETag
 * - a malformed field, an unknown category, a taken slug, or another access tier than `public` for
 *   a mod with an external file: `invalid_metadata`
 * - no such mod, or no permission: the errors of `requireModPermission`
 */
export async function updateMod(
  ctx: RequestContext,
  id: string,
  input: UpdateModInput,
  expectedEtag: string,
): Promise<Mod> {
  const access = await requireModPermission(ctx, id, 'metadata');
  const revision = revisionOf(id, expectedEtag);
  if (revision !== access.revision) throw stale(id, access.revision);
  const mod = await ctx.platform.db.mod.findUniqueOrThrow({
    where: { id },
    include: { categories: true },
  });
  if (mod.revision !== revision) throw stale(id, mod.revision);
  const values = checkedChange(asShown(mod, input), input);
  const categories =
    values.categories === undefined
      ? null
      : await categoryIds(ctx, access.gameId, values.categories ?? []);
  const change = changeOf(mod, values, categories);
  if (change.fields.length === 0) {
    await markUnchanged(ctx, id);
    return getMod(ctx, id);
  }
  try {
    await transact(ctx, (tx) => write(ctx, tx, { id, revision }, change));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem('invalid_metadata', { fields: [{ field: 'slug', code: 'not_unique' }] });
  }
  return getMod(ctx, id);
}

/**
 * The mod with the localized slugs that its readers see: the slug is under `en` by default. A
 * change of the slug leaves out this default, so that it can keep the previous slug under `en`.
 */
function asShown(mod: ModWithCategories, { slug = mod.slug }: UpdateModInput) {
  if (slug !== mod.slug) return mod;
  return { ...mod, localizedSlugs: { en: slug, ...(mod.localizedSlugs as Texts) } };
}

/** A mod at the revision that the caller saw. */
interface SeenMod {
  readonly id: string;
  readonly revision: number;
}

/** The given values that differ from the mod. */
interface Change {
  readonly columns: Differing<Columns>;
  /** The new category ids, or null to keep the current ones. */
  readonly categories: readonly string[] | null;
  /** The names of all changed members, for the audit line and the event. */
  readonly fields: readonly string[];
}

/** Compares the values with the mod. */
function changeOf(
  mod: ModWithCategories,
  values: Changes,
  categories: readonly string[] | null,
): Change {
  const columns = differing(mod, columnsOf(values));
  const known = new Set(mod.categories.map(({ categoryId }) => categoryId));
  const isSame =
    categories === null ||
    (categories.length === known.size && categories.every((it) => known.has(it)));
  return {
    columns,
    categories: isSame ? null : categories,
    fields: [...Object.keys(columns), ...(isSame ? [] : ['categories'])],
  };
}

/** Writes a change with mod document, audit line, event and search job. */
async function write(
  ctx: RequestContext,
  tx: Tx,
  { id, revision }: SeenMod,
  { columns, categories, fields }: Change,
): Promise<void> {
  const written = await tx.mod.updateMany({
    where: { id, revision },
    data: { ...columns, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
  });
  if (written.count === 0) throw stale(id, await currentRevision(tx, id));
  if (columns.accessTier !== undefined && columns.accessTier !== 'public') {
    await requireNoExternalFile(tx, id);
  }
  if (categories) {
    await tx.modCategory.deleteMany({ where: { modId: id } });
    await tx.modCategory.createMany({
      data: categories.map((categoryId) => ({ modId: id, categoryId })),
    });
  }
  await rewriteModDocument(tx, id);
  await audit(tx, ctx, {
    action: 'mod.updated',
    targetKind: 'mod',
    targetId: id,
    data: { fields: [...fields], revision: revision + 1 },
  });
  await emit(tx, {
    kind: 'mod.updated',
    subjectId: id,
    modId: id,
    data: { mod_id: id, fields: [...fields] },
  });
  await enqueue(tx, { kind: 'index-mod', payload: { modId: id }, dedupeKey: id });
}

/**
 * Requires that a mod with an external file stays public, because the provider serves the file
 * without credentials. The mod's row is locked, so a concurrent registration waits
 * (`registerReference`).
 */
async function requireNoExternalFile(tx: Tx, modId: string): Promise<void> {
  const external = await tx.artifact.count({
    where: {
      modId,
      source: 'external_provider_reference',
      state: { notIn: ['rejected', 'deleted'] },
    },
  });
  if (external === 0) return;
  throw problem('invalid_metadata', { fields: [{ field: 'accessTier', code: 'not_allowed' }] });
}

async function currentRevision(tx: Tx, id: string): Promise<number> {
  const row = await tx.mod.findUniqueOrThrow({
    where: { id },
    select: { revision: true },
  });
  return row.revision;
}

type Columns = ReturnType<typeof columnsOf>;

/** Omitted fields stay unchanged; null clears a nullable field. */
function columnsOf({ categories: _, summary, localizedSlugs, ...plain }: Changes) {
  const { slug, title, description, license, homepageUrl, sourceUrl, accessTier } = plain;
  return {
    ...(slug === undefined ? {} : { slug }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(license === undefined ? {} : { license }),
    ...(homepageUrl === undefined ? {} : { homepageUrl }),
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    ...(accessTier === undefined ? {} : { accessTier }),
    ...(summary === undefined ? {} : { summary: summary ?? {} }),
    ...(localizedSlugs === undefined ? {} : { localizedSlugs: localizedSlugs ?? {} }),
  };
}
