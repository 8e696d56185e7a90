import { beforeAll, expect, it } from 'vitest';
import { resolveQuery } from '../../../src/platform/search/postgres/resolve-query.js';
import { useWorld } from '../../harness.js';
import { filterOf, type SearchGame, searchGame } from './search-subject.js';

const world = useWorld();
let game: SearchGame;
beforeAll(async () => {
  game = await searchGame(world, 'near-completions');
  await game.add(
    { title: 'Book Keeping' },
    { title: 'Nightshades' },
    { title: 'Excelsioristan', summary: 'A tower.' },
    { title: 'Подводная лодка' },
    { title: 'Trading Post' },
    { title: 'Tradewinds' },
    { title: 'In a description', description: 'The lighthousekeeper.' },
  );
});

it.each([
  ['bookeep', 'Book Keeping'],
  ['nihgtsha', 'Nightshades'],
  ['excelsoi', 'Excelsioristan'],
  ['подвнод', 'Подводная лодка'],
  ['nihgts', 'Nightshades'],
])('a half-typed last word with an error finds the title: %s', async (text, title) => {
  expect(await game.titles(text)).toEqual([title]);
  expect(await game.titles(text, { titlesOnly: true })).toEqual([title]);
});

it.each([
  ['a space closes the word', 'bookeep '],
  ['the other word is unknown', 'qzxvwkj bookeep'],
  ['the word with the error is not the last one', 'bookeep tower'],
  ['it has two errors', 'bokoeep'],
  ['it has fewer than five letters', 'ngih'],
  ['the word is only in a description', 'lihgthousek'],
])('a half-typed word with an error finds nothing if %s', async (_, text) => {
  expect(await game.titles(text)).toEqual([]);
});

it('a half-typed word with a completion or a correction has no completions of other beginnings', async () => {
  expect(await game.titles('tradew')).toEqual(['Tradewinds']);
  expect(await game.titles('tradign')).toEqual(['Trading Post']);
});

it('half-typed words with an error weigh less than corrections', async () => {
  const weights = async (text: string) => {
    const { words } = await resolveQuery(world.platform.db, filterOf(text, game.slug));
    return words.map(({ alternatives: [best] }) => best?.weight);
  };
  expect(await weights('tradign')).toEqual([0.8]);
  expect(await weights('excelsoi')).toEqual([0.6]);
});

it('a search with terms for its last word sends two statements at most', async () => {
  const { db } = world.platform;
  let sent = 0;
  const counting: Pick<typeof db, '$queryRaw'> = {
    $queryRaw: ((...args: Parameters<typeof db.$queryRaw>) => {
      sent += 1;
      return db.$queryRaw(...args);
    }) as typeof db.$queryRaw,
  };
  await resolveQuery(counting as typeof db, filterOf('tradign', game.slug));
  expect(sent).toBe(2);
  await resolveQuery(counting as typeof db, filterOf('excelsoi', game.slug));
  expect(sent).toBe(5);
});
