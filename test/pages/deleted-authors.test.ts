import { beforeAll, describe, expect, it } from 'vitest';
import { authorName } from '../../src/pages/kit/index.js';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import { useWorld } from '../harness.js';
import { archiveOf, draftMod, newGame, publishedVersion } from '../publishing.js';
import { newVisitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
let modId: string;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  const creator = await world.creator('hal');
  ({ id: modId } = await draftMod(creator, 'brackenvale', { title: { en: 'Harbor' } }));
  const bytes = new Uint8Array(archiveOf('of a deleted user'));
  await publishedVersion(world, creator, modId, { version: '1.0.0' }, bytes);
  await world.platform.db.user.update({
    where: { id: creator.userId },
    data: { deletionDueAt: world.clock.now(), deletionRemovesMods: false },
  });
  await enqueue(world.platform.db, { kind: 'delete-accounts', payload: {} });
  await world.settled();
});

describe('the name of a deleted user', () => {
  it.each([
    ['en', 'Deleted user'],
    ['ru', 'Удалённый пользователь'],
    ['de', 'Gelöschtes Konto'],
  ])('the pages and feeds in %s name the author “%s”', async (language, name) => {
    const visitor = newVisitor(world);
    for (const path of [
      '/mods',
      `/mods/${modId}`,
      `/mods/${modId}/feed.atom`,
      '/games/brackenvale/feed.atom',
    ]) {
      const { status, html } = await visitor.get(path, { 'Accept-Language': language });
      expect([path, status, html.includes(name)]).toEqual([path, 200, true]);
      expect([path, html.includes('Deleted user')]).toEqual([path, language === 'en']);
    }
  });

  it('a user with an open profile keeps the chosen name in each language', () => {
    const author = { username: 'ida', displayName: 'Deleted user', profileUrl: '/users/ida' };
    expect(authorName(author, 'ru')).toBe('Deleted user');
    expect(authorName({ ...author, displayName: '' }, 'ru')).toBe('ida');
  });
});
