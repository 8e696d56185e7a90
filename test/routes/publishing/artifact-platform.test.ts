import { beforeAll, expect, it } from 'vitest';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Shelf, seedMod, shelfOf } from '../catalog/catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
let shelf: Shelf;

beforeAll(async () => {
  await newGame(world, 'platforms');
  shelf = await shelfOf(world, 'platforms');
});

/** Reads the platform of a file whose version has this build metadata. */
async function platformOf(buildMetadata: object): Promise<unknown> {
  const { modId, versions } = await seedMod(world, shelf);
  const id = versions[0]?.versionId ?? '';
  await world.platform.db.modVersion.update({ where: { id }, data: { buildMetadata } });
  const { body } = await world.anon.get(`/mods/${modId}/versions/${id}`);
  return body.data.artifacts[0].platform;
}

it.each([
  ['the only platform of its version', { platforms: ['linux'] }, 'linux'],
  ['any for a version for any platform', { platforms: ['any'] }, 'any'],
  ['null for a version for several platforms', { platforms: ['windows', 'linux'] }, null],
  ['null for a version without platforms', { platforms: [] }, null],
  ['null for a version without build metadata', {}, null],
  ['null for metadata that was never checked', { platforms: { linux: true } }, null],
  ['null for a platform that is not a string', { platforms: [{ os: 'linux' }] }, null],
])('the platform of a file is %s', async (_, buildMetadata, platform) => {
  expect(await platformOf(buildMetadata)).toBe(platform);
});
