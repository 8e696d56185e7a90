import { zipBytes } from '../../../src/demo/sample-files.js';
import { createCategory, createGame } from '../../../src/modules/catalog/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Json } from '../../actors.js';
import type { World } from '../../harness.js';
import type { Example, Scene } from '../../operations/operation.js';
import { bareMod, publishedVersion, sha256Of } from '../../publishing.js';
import type { Player } from './player.js';

/** The archive of the story, the same byte for byte in every run. */
export const ARCHIVE = archiveOf('lantern-roads', '1.4.0');

/** Prepares a game, a library for its mods, and a colleague for the team of the mod. */
export async function prepare(world: World): Promise<Json> {
  const ctx = createSystemContext(world.platform, 'test');
  await createGame(ctx, {
    slug: 'brackenvale',
    name: 'Brackenvale',
    loaders: ['lattice', 'hearth'],
    versions: ['1.19', '1.20', '1.20.2'],
  });
  for (const [slug, name] of [
    ['libraries', 'Libraries'],
    ['travel', 'Travel'],
    ['world', 'World and weather'],
  ] as const) {
    await createCategory(ctx, { gameSlug: 'brackenvale', slug, name });
  }
  const mirela = await world.creator('mirela');
  const library = await bareMod(mirela, 'brackenvale', {
    title: { en: 'Loomcore' },
    description: { en: 'The library that other mods stand on.' },
    categories: ['libraries'],
  });
  await mirela.post(`/mods/${library.id}/media:fallback`);
  await publishedVersion(
    world,
    mirela,
    library.id,
    { version: '2.4.1', game_versions: ['1.20', '1.20.2'], loader_platforms: ['lattice'] },
    archiveOf('loomcore', '2.4.1'),
  );
  await world.settled();
  const colleague = await world.creator('jonas-weiss');
  return { library: { id: library.id }, colleague: { id: colleague.userId } };
}

type Examples = Readonly<Record<string, Readonly<Record<string, Example>>>>;

/** Sends all examples in the order of `storyOf`. */
export async function tell(world: World, player: Player, examples: Examples): Promise<void> {
  const bodies = new Map<string, Json>();
  const scene: Scene = { world, bodyOf: (example) => bodies.get(example) };
  for (const { operationId, name, before } of storyOf(examples)) {
    await before?.(scene);
    const { body } = await player.play(operationId, name);
    bodies.set(`${operationId}.${name}`, body);
  }
}

/** An example that is sent later than the others that it needs. */
interface Scheduled extends Pick<Example, 'before'> {
  readonly operationId: string;
  readonly name: string;
  /** The others, such as `publishModVersion.ready`. */
  readonly needs: readonly string[];
}

/**
 * The examples in the order in which they are sent. This is the order of their files, with
 * exceptions: an example follows the one of its `after`, those whose responses it names, and those
 * above it in its operation. Throws if an example needs one that is never sent.
 */
export function storyOf(examples: Examples): Scheduled[] {
  const waiting = Object.entries(examples).flatMap(([operationId, named]) =>
    Object.entries(named).map(([name, example], index, all): Scheduled => {
      const above = all.slice(0, index).map(([earlier]) => `${operationId}.${earlier}`);
      const needs = [...above, ...neededBy(example)];
      return { operationId, name, needs, ...(example.before ? { before: example.before } : {}) };
    }),
  );
  const story: Scheduled[] = [];
  const sent = new Set<string>();
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every((need) => sent.has(need)));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) throw new Error(`never sent: ${waiting.map(described).join('; ')}`);
    sent.add(`${next.operationId}.${next.name}`);
    story.push(next);
  }
  return story;
}

const described = ({ operationId, name, needs }: Scheduled): string =>
  `${operationId}.${name}, which needs ${needs.join(', ')}`;

/** The example of its `after`, and those whose responses it names. */
function neededBy({ after, before: _, ...request }: Example): string[] {
  const places = JSON.stringify(request).matchAll(/\{(\w+\.\w+)[^}]*\}/g);
  const named = [...places].flatMap(([, place = '']) =>
    place.startsWith('given.') ? [] : [place],
  );
  return after === undefined ? named : [after, ...named];
}

function archiveOf(name: string, version: string): Uint8Array<ArrayBuffer> {
  const manifest = JSON.stringify({ name, version, loader: 'lattice' }, null, 2);
  return new Uint8Array(zipBytes([{ path: `${name}.json`, bytes: Buffer.from(manifest) }]));
}

/** The values of `{given.archive.…}`. */
export const given = {
  archive: { sizeBytes: ARCHIVE.length, sha256: sha256Of(ARCHIVE) },
  // A PNG of one pixel.
  picture:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
};
