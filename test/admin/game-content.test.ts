import { describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
import { operate } from './operator.js';

const world = useWorld();

describe('game content', () => {
  it('game content allows and denies content for one game', async () => {
    const slug = 'allows';
    await newGame(world, slug);
    const game = await world.platform.db.game.findUniqueOrThrow({ where: { slug } });
    const run = (flags: string) => operate(world, `game content --slug ${slug}${flags}`);
    expect((await run('')).printed).toMatchObject({ slug, allowed: [] });
    const { printed } = await run(' --allow "ts4_scripts bepinex_libraries"');
    expect(printed).toMatchObject({ allowed: ['bepinex_libraries', 'ts4_scripts'] });
    expect((await run(' --deny ts4_scripts')).printed).toMatchObject({
      allowed: ['bepinex_libraries'],
      available: expect.arrayContaining(['ts4_scripts']),
    });
    const others = { slug: { not: slug }, allowedContent: { isEmpty: false } };
    expect(await world.platform.db.game.count({ where: others })).toBe(0);
    const entries = { action: 'game.content_changed', targetId: game.id };
    expect(await world.platform.db.auditEntry.count({ where: entries })).toBe(2);
  });

  it('game content refuses an unknown game and an unknown content id', async () => {
    const slug = 'refuses';
    await newGame(world, slug);
    const lines = ['--slug nowhere', `--slug ${slug} --allow program`, `--slug ${slug} --deny x`];
    for (const flags of lines) {
      expect((await operate(world, `game content ${flags}`)).exitCode).toBe(1);
    }
    const row = await world.platform.db.game.findUniqueOrThrow({ where: { slug } });
    expect(row.allowedContent).toEqual([]);
  });
});
