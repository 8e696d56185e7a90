import type { Creator, Json } from '../../actors.js';
import type { World } from '../../harness.js';
import { addedPicture, smallPng } from '../../pictures.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';

/** The version that most mods of these tests have. */
export const VERSION = {
  version: '1.0.0',
  game_versions: ['1.20', '1.21'],
  loader_platforms: ['fabric'],
  changelog: { en: 'First **light**.', de: 'Erstes **Licht**.' },
};

/** A published mod with the id of its version and its file. */
export interface PublishedMod {
  readonly modId: string;
  readonly versionId: string;
  readonly artifactId: string;
  readonly slug: string;
}

/** Publishes a mod with one version. */
export async function newMod(
  world: World,
  actor: Creator,
  game: string,
  more: { readonly mod?: object; readonly version?: object } = {},
): Promise<PublishedMod> {
  const mod = await draftMod(actor, game, more.mod);
  const version = { ...VERSION, ...more.version };
  const { versionId, artifactId } = await publishedVersion(world, actor, mod.id, version);
  return { modId: mod.id, versionId, artifactId, slug: mod.slug };
}

/** Adds pictures to the gallery of a mod. */
export async function addPictures(
  actor: Creator,
  modId: string,
  alts: readonly (object | undefined)[],
) {
  for (const [at, alt] of alts.entries()) {
    await addedPicture(
      actor,
      modId,
      { kind: 'gallery', ...(alt && { alt }) },
      await smallPng(at + 10),
    );
  }
}

/** Publishes a mod with a library that it needs, pictures and texts in three languages. */
export async function lanternMod(world: World, actor: Creator, game: string) {
  await newGame(world, game);
  const library = await newMod(world, actor, game, { mod: { title: { en: 'Loom' } } });
  const lantern = await newMod(world, actor, game, {
    mod: {
      title: { en: 'Lantern <b>', ru: 'Фонарь', de: 'Laterne' },
      summary: { en: 'Light & shade.', ru: 'Свет и тень.' },
      description: { en: '# Light\n\nIt **shines**. <script>alert(1)</script>' },
      license: 'MIT',
      homepage_url: 'https://lantern.example/',
      source_url: 'https://git.example/lantern',
    },
    version: {
      dependencies: [
        { mod_id: library.modId, kind: 'required', version_constraint: '^1.0.0', note: 'Threads.' },
      ],
    },
  });
  await addPictures(actor, lantern.modId, [{ en: 'A cave' }, undefined]);
  return { library, lantern };
}

/** The data of a page in the vocabulary of schema.org. */
export function structuredIn(html: string): Json[] {
  const found = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...found].map(([, text = '']) => JSON.parse(text));
}
