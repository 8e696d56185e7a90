import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const before = useDatabaseBefore('20261123080000_suggestions');

test('the migration marks the authors of published mods, and the trigger marks later ones once', async () => {
  const { db } = before;
  const [author, drafter] = [randomUUID(), randomUUID()];
  const user = (id: string) =>
    `insert into users (id, username, display_name) values ('${id}', '${id}', 'Name')`;
  const mod = (id: string, by: string, state: string, since: string) => `
    insert into mods (id, game_id, team_id, author_id, slug, title, summary, description, state, published_at)
    values ('${id}', '${id}', '${id}', '${by}', '${id}', '{}', '{}', '{}', '${state}', ${since})`;
  const draft = randomUUID();
  await before.unchecked(
    user(author),
    user(drafter),
    mod(randomUUID(), author, 'published', "'2026-03-01'"),
    mod(randomUUID(), author, 'published', "'2026-02-01'"),
    mod(randomUUID(), author, 'draft', 'null'),
    mod(draft, drafter, 'draft', 'null'),
  );
  await before.upgrade();
  const since = async (id: string) =>
    (await db.user.findUniqueOrThrow({ where: { id } })).authorSince?.toISOString();
  expect([await since(author), await since(drafter)]).toEqual([
    '2026-02-01T00:00:00.000Z',
    undefined,
  ]);
  for (const publishedAt of [new Date('2026-04-01'), new Date('2026-05-01')]) {
    await db.mod.update({ where: { id: draft }, data: { state: 'published', publishedAt } });
    expect(await since(drafter)).toBe('2026-04-01T00:00:00.000Z');
    await db.mod.update({ where: { id: draft }, data: { state: 'hidden' } });
  }
});
