import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { longTest } from '../rounds.js';
import { seedMod, shelfOf } from '../routes/catalog/catalog-rows.js';
import { operate } from './operator.js';

const world = useWorld();

describe('catalog commands', () => {
  it('game create and category create publish a game with its loaders, versions and category at once', async () => {
    const game = await operate(
      world,
      'game create --slug moonport --name "Moon Port" --loaders "orbit deck" --versions "1 1.1 2"',
    );
    expect(Object.keys(game.printed)).toEqual(['game_id', 'slug']);
    const category = await operate(
      world,
      'category create --game moonport --slug ships --name Ships',
    );
    expect(Object.keys(category.printed)).toEqual(['category_id', 'slug']);
    const { body } = await world.anon.get('/games/moonport');
    expect(body.data).toMatchObject({
      id: game.printed.game_id,
      name: 'Moon Port',
      loaders: ['orbit', 'deck'],
      game_versions: ['1', '1.1', '2'],
    });
    const listed = await world.anon.get('/categories?game_slug=moonport');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([
      category.printed.category_id,
    ]);
  });

  longTest(
    'game update replaces the given fields, and the mods of the game show the new values',
    async () => {
      await operate(
        world,
        'game create --slug tideport --name Tide --loaders "orbit" --versions "1 2"',
      );
      const shelf = await shelfOf(world, 'tideport');
      const version = { version: '1.0.0', gameVersions: ['2', '1'], loaders: ['orbit'] };
      const { modId } = await seedMod(world, shelf, { versions: [version] });
      const line =
        'game update --slug tideport --name "Tide Port" --versions "2 1 3" --platforms "linux any"';
      const updated = await operate(world, line);
      expect(updated.printed).toEqual({
        game_id: shelf.gameId,
        slug: 'tideport',
        name: 'Tide Port',
        loaders: ['orbit'],
        versions: ['2', '1', '3'],
        platforms: ['linux', 'any'],
      });
      const { body } = await world.anon.get('/games/tideport');
      expect(body.data).toMatchObject({ name: 'Tide Port', game_versions: ['2', '1', '3'] });
      world.platform.queue.wake();
      await eventually(async () => {
        const { data } = (await world.anon.get(`/mods/${modId}`)).body;
        expect([data.game.name, data.game_versions]).toEqual(['Tide Port', ['2', '1']]);
      });
      const repeated = await operate(world, line);
      expect(repeated.printed).toEqual(updated.printed);
      const audited = { where: { action: 'game.updated', targetId: shelf.gameId } };
      expect(await world.platform.db.auditEntry.count(audited)).toBe(1);
    },
  );

  it.each([
    ['game update --slug nowhere --name X', 'not_found', undefined],
    ['game update --slug harbour --versions "2"', 'invalid_input', 'versions'],
    ['game update --slug harbour --loaders ""', 'invalid_input', 'loaders'],
    ['game update --slug harbour --platforms "linux linux"', 'invalid_input', 'platforms'],
  ])('%s is refused and changes nothing', async (line, code, field) => {
    const known = await world.platform.db.game.count({ where: { slug: 'harbour' } });
    if (known === 0) {
      await operate(world, 'game create --slug harbour --name H --loaders "deck" --versions "1 2"');
      const version = { version: '1.0.0', gameVersions: ['1'], loaders: ['deck'] };
      await seedMod(world, await shelfOf(world, 'harbour'), { versions: [version] });
    }
    const game = () => world.platform.db.game.findUnique({ where: { slug: 'harbour' } });
    const before = await game();
    const { exitCode, refused } = await operate(world, line);
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code });
    expect(refused.fields?.[0].field).toBe(field);
    expect(await game()).toEqual(before);
  });

  it.each([
    ['--loaders "deck deck"', 'loaders'],
    ['--versions "1 2 1"', 'versions'],
    ['--loaders "de\u200bck"', 'loaders[0]'],
  ])('game create with %s is refused and makes no game', async (lists, field) => {
    const { refused } = await operate(world, `game create --slug twice --name T ${lists}`);
    expect([refused.code, refused.fields[0].field]).toEqual(['invalid_input', field]);
    expect(await world.platform.db.game.count({ where: { slug: 'twice' } })).toBe(0);
  });

  it('game update without a field is refused', async () => {
    const { refused } = await operate(world, 'game update --slug moonport');
    expect(refused.error).toBe('one of --name, --loaders, --versions and --platforms is needed');
  });

  it('category create is refused for an unknown game', async () => {
    const line = 'category create --game nowhere --slug ships --name Ships';
    const { exitCode, refused } = await operate(world, line);
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code: 'not_found' });
    expect(refused.error).toBe('There is no game "nowhere"; use a slug from the list of games.');
  });
});
