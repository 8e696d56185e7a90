import type { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import type { Texts } from '../../../request/scalars.js';
import { transact } from '../../../request/transact.js';
import { getMod, type Mod, rewriteModDocument } from '../../catalog/index.js';
import { type CreateModInput, createModSchema } from './mod.input.js';
import { categoryIds } from './update-mod.js';

/** Common Latin transliteration of Cyrillic, so that Russian titles give slugs. */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
};

/**
 * Derives a slug from a title, preferably the English one. Returns `mod` if the title has no usable
 * letters.
 */
function slugOf(title: Texts): string {
  const text = title['en'] ?? Object.values(title)[0] ?? '';
  const latin = [...text.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('');
  const slug = latin
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.slugCharacters - 10)
    .replace(/^-+|-+$/g, '');
  return slug || 'mod';
}

/**
 * Creates a draft. The viewer becomes its author and the owner of its team. Also writes the mod
 * document and an audit line, but no event and no search job. Spec 4.3. Throws `unauthorized`,
 * `invalid_metadata` naming each invalid field, also for a given slug that is taken, and
 * `resource_scope_denied` for a credential that is limited to chosen mods.
 */
export async function createMod(ctx: RequestContext, input: CreateModInput): Promise<Mod> {
  const viewer = requireUser(ctx);
  if (viewer.credential.modIds !== null) throw newModOutOfReach();
  const values = checked(createModSchema, input, 'invalid_metadata');
  const game = await ctx.platform.db.game.findUnique({ where: { slug: values.gameSlug } });
  if (game?.state !== 'active') throw refused('gameSlug', 'unknown_value');
  const categories = await categoryIds(ctx, game.id, values.categories ?? []);
  const id = newId();
  const row = { ...columns(values), id, gameId: game.id, authorId: viewer.userId };
  const insert = (slug: string) =>
    transact(
      ctx,
      (tx) => insertDraft(ctx, tx, { ...row, slug }, categories),
      () => id,
    );
  try {
    if (values.slug) await insert(values.slug);
    else await insertFree(ctx, { ...row, slug: slugOf(values.title) }, insert);
  } catch (error) {
    throw isUniqueViolation(error) ? refused('slug', 'not_unique') : error;
  }
  return getMod(ctx, id);
}

async function insertDraft(
  ctx: RequestContext,
  tx: Tx,
  row: Omit<Prisma.ModUncheckedCreateInput, 'teamId'> & { readonly id: string },
  categoryIds: readonly string[],
): Promise<void> {
  const team = await tx.team.create({
    data: { members: { create: { userId: row.authorId, role: 'owner' } } },
  });
  const categories = { create: categoryIds.map((categoryId) => ({ categoryId })) };
  await tx.mod.create({ data: { ...row, teamId: team.id, categories } });
  await rewriteModDocument(tx, row.id);
  await audit(tx, ctx, { action: 'mod.created', targetKind: 'mod', targetId: row.id });
}

function columns(values: z.output<typeof createModSchema>) {
  return {
    title: values.title,
    description: values.description,
    summary: values.summary ?? {},
    localizedSlugs: values.localizedSlugs ?? {},
    license: values.license ?? null,
    homepageUrl: values.homepageUrl ?? null,
    sourceUrl: values.sourceUrl ?? null,
    accessTier: values.accessTier ?? 'public',
  };
}

/** Inserts a mod with its derived slug, or with a suffix if another mod has or takes that slug. */
async function insertFree(
  ctx: RequestContext,
  { id, gameId, slug }: { readonly id: string; readonly gameId: string; readonly slug: string },
  insert: (slug: string) => Promise<void>,
): Promise<void> {
  const taken = await ctx.platform.db.mod.findUnique({
    where: { gameId_slug: { gameId, slug } },
    select: { id: true },
  });
  const other = `${slug}-${id.slice(-8)}`;
  if (taken) return insert(other);
  await insert(slug).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return insert(other);
  });
}

function refused(field: string, code: 'unknown_value' | 'not_unique') {
  return problem('invalid_metadata', { fields: [{ field, code }] });
}

function newModOutOfReach(): RegisteredError {
  return problem('resource_scope_denied', {
    detail: {
      en: 'Your credential is limited to the mods in its resource_grants, so it cannot create new ones; create the mod with a credential for all mods.',
      ru: 'Ваши учётные данные действуют только для модов из resource_grants, поэтому новый мод с ними не создать; используйте учётные данные для всех модов.',
      de: 'Ihre Zugangsdaten gelten nur für die Mods in resource_grants und können keine neue anlegen; verwenden Sie Zugangsdaten für alle Mods.',
    },
  });
}
