import { z } from 'zod';
import { languageTexts, listOf, moment, type PageKit, type Visit } from '../kit/index.js';

const mod = z.object({ id: z.string(), slug: z.string(), title: languageTexts });

const publisher = z.object({
  id: z.string(),
  issuer: z.string(),
  provider: z.enum(['github', 'gitlab']),
  repository: z.string(),
  repositoryId: z.string().nullable(),
  repositoryOwnerId: z.string().nullable(),
  workflow: z.string(),
  environment: z.string().nullable(),
  ref: z.string().nullable(),
  active: z.boolean(),
  createdBy: z.object({ username: z.string() }),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});

const membershipPage = listOf(z.object({ role: z.string(), mod }));
const memberships = z.object({ listMyResources: membershipPage });
const ofMod = z.object({
  mod,
  listTrustedPublishers: z.object({ items: z.array(publisher) }),
});
const one = z.object({ trustedPublisher: publisher });

/** A mod as the pages name it. */
export type ShownMod = z.output<typeof mod>;

/** A trusted publisher as its pages show it. A null `environment` or `ref` matches any. */
export type ShownPublisher = z.output<typeof publisher>;

/** One page of the mods whose teams include the visitor. */
export async function readTeamMods(
  kit: PageKit,
  { ctx }: Visit,
  cursor: string | null,
): Promise<z.output<typeof membershipPage>> {
  return memberships.parse(await kit.run(ctx, 'pageTeamMods', { cursor })).listMyResources;
}

/** A mod with all of its trusted publishers, for its owners. */
export async function readPublishers(
  kit: PageKit,
  { ctx }: Visit,
  modId: string,
): Promise<{ readonly mod: ShownMod; readonly publishers: readonly ShownPublisher[] }> {
  const data = ofMod.parse(await kit.run(ctx, 'pagePublishers', { modId }));
  return { mod: data.mod, publishers: data.listTrustedPublishers.items };
}

/** One trusted publisher of a mod, for its owners. */
export async function readPublisher(
  kit: PageKit,
  { ctx }: Visit,
  modId: string,
  id: string,
): Promise<ShownPublisher> {
  return one.parse(await kit.run(ctx, 'pagePublisher', { modId, id })).trustedPublisher;
}
