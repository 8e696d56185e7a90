import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  expireVocabularies,
  vocabularyOf,
} from '../../../src/modules/catalog/search/vocabularies.js';
import { planQuery } from '../../../src/platform/search/plan/plan-query.js';
import type { SearchFilter } from '../../../src/platform/search/search.port.js';
import { inScope } from '../../../src/platform/work-scope.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { newId } from '../../../src/request/ids.js';
import type { Json } from '../../actors.js';
import { useTwoWorlds } from '../../harness.js';
import { graphqlList, walkThrough } from '../../lists.js';
import { untilSomebodyWaits, whileLocked } from '../../locks.js';
import { newGame } from '../../publishing.js';
import { type SignedIn, signIn } from '../identity/signed-in.js';

const [world, other] = useTwoWorlds();
const gameIds = new Map<string, string>();
let root: SignedIn;

beforeAll(async () => {
  for (const slug of ['bracken', 'mossy', 'ended']) {
    await newGame(world, slug);
    const { id } = await world.platform.db.game.findUniqueOrThrow({ where: { slug } });
    gameIds.set(slug, id);
  }
  await world.platform.db.game.update({ where: { slug: 'ended' }, data: { state: 'deleted' } });
  const { userId } = await world.creator('root');
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  root = await signIn(world, userId);
});

const SHOWN = '{ id terms etag game { id slug } }';
const ADD = `mutation ($input: SynonymGroupInput!) { addSynonymGroup(input: $input) ${SHOWN} }`;
const UPDATE = `mutation ($id: ID!, $terms: [String!]!, $expectedEtag: String!) {
  updateSynonymGroup(id: $id, terms: $terms, expectedEtag: $expectedEtag) ${SHOWN} }`;
const REMOVE = `mutation ($id: ID!) { removeSynonymGroup(id: $id) ${SHOWN} }`;

const add = async (terms: readonly string[], gameSlug: string | null = null): Promise<Json> =>
  (await root.run(ADD, { input: { terms, gameSlug } })).addSynonymGroup;

/** The terms that a search in a game looks for instead of a word, by its synonyms. */
async function synonymsOf(word: string, game: string | null = null, at = world): Promise<string[]> {
  const { words, rewrites } = planQuery(word, await vocabularyOf(at.platform, game));
  const single = (words[0]?.variants ?? []).filter(({ how }) => how === 'synonym');
  const several = rewrites.filter(({ how }) => how === 'synonym');
  return [
    ...single.map(({ term }) => term),
    ...several.map(({ terms }) => terms.map(({ term }) => term).join(' ')),
  ].sort();
}

describe('synonyms of searches', () => {
  it('a group for one game applies to searches in that game and in all games', async () => {
    await add(['wow', 'World of Warcraft', 'Варкрафт'], 'bracken');
    const expected = ['world of warcraft', 'варкрафт'];
    expect(await synonymsOf('WoW', 'bracken')).toEqual(expected);
    expect(await synonymsOf('WoW')).toEqual(expected);
    expect(await synonymsOf('WoW', 'mossy')).toEqual([]);
    expect(await synonymsOf('WoW', 'unknown')).toEqual([]);
  });

  it('a search whose client disconnects fails no other search that shares its read of the synonyms', async () => {
    expireVocabularies(world.platform);
    const gone = AbortSignal.abort();
    const [disconnected, other] = await Promise.allSettled([
      inScope({ lane: 'requests', gone }, () => vocabularyOf(world.platform, null)),
      vocabularyOf(world.platform, null),
    ]);
    expect([disconnected.status, other.status]).toEqual(['fulfilled', 'fulfilled']);
  });

  it('a group for all games applies to every search, beside the groups of the game', async () => {
    const group = await add(['hp', 'health']);
    expect(group.game).toBeNull();
    await add(['hp', 'hitpoints'], 'mossy');
    expect(await synonymsOf('hp', 'bracken')).toEqual(['health']);
    expect(await synonymsOf('hp', 'mossy')).toEqual(['health', 'hitpoints']);
    expect(await synonymsOf('hp', 'unknown')).toEqual(['health']);
  });

  it('a change applies at once in its process, and within three seconds in the others', async () => {
    const group = await add(['inv', 'inventory'], 'bracken');
    expect(await synonymsOf('inv', 'bracken', other)).toEqual(['inventory']);
    const changed = { id: group.id, terms: ['inv', 'backpack'], expectedEtag: group.etag };
    await root.run(UPDATE, changed);
    expect(await synonymsOf('inv', 'bracken')).toEqual(['backpack']);
    expect(LIMITS.synonymFreshnessSeconds).toBeLessThanOrEqual(5);
    world.clock.advance(LIMITS.synonymFreshnessSeconds);
    expect(await synonymsOf('inv', 'bracken', other)).toEqual(['backpack']);
    await root.run(REMOVE, { id: group.id });
    expect(await synonymsOf('inv', 'bracken')).toEqual([]);
    world.clock.advance(LIMITS.synonymFreshnessSeconds);
    expect(await synonymsOf('inv', 'bracken', other)).toEqual([]);
  });

  it('searches, facets and suggestions give the engine the synonyms of their game', async () => {
    await add(['mp', 'multiplayer'], 'mossy');
    const { search } = world.platform;
    const seen: string[] = [];
    const noted = <Q extends SearchFilter, R>(run: (query: Q) => R): ((query: Q) => R) => {
      return (query) => {
        seen.push(query.vocabulary.equals.has('mp') ? 'known' : 'unknown');
        return run(query);
      };
    };
    const { find, countFacets } = search;
    const spies = [
      vi.spyOn(search, 'find').mockImplementation(noted(find)),
      vi.spyOn(search, 'countFacets').mockImplementation(noted(countFacets)),
    ];
    try {
      for (const path of ['/search', '/mods', '/beta/search/facets', '/beta/suggest']) {
        for (const game of ['&game_slug=mossy', '', '&game_slug=bracken']) {
          expect((await world.anon.get(`${path}?q=mp${game}`)).status).toBe(200);
        }
        expect([path, ...seen.splice(0)]).toEqual([path, 'known', 'known', 'unknown']);
      }
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  it('a failed read of the synonyms leaves the last ones in use until the next read', async () => {
    const { db } = world.platform;
    const before = await vocabularyOf(world.platform, 'mossy');
    await db.$executeRaw`alter table search_synonyms rename to lost_synonyms`;
    world.clock.advance(LIMITS.synonymFreshnessSeconds);
    expect(await vocabularyOf(world.platform, 'mossy')).toBe(before);
    await db.$executeRaw`alter table lost_synonyms rename to search_synonyms`;
    await add(['xp', 'experience'], 'mossy');
    world.clock.advance(LIMITS.synonymFreshnessSeconds);
    expect(await synonymsOf('xp', 'mossy')).toEqual(['experience']);
  });

  it('a slow read of the synonyms does not delay the next read', async () => {
    const reads = await whileLocked(world, 'search_synonyms', async () => {
      const begun = [1, 2, 3].map(() => {
        world.clock.advance(LIMITS.synonymFreshnessSeconds);
        return vocabularyOf(world.platform, null);
      });
      await untilSomebodyWaits(world.platform.db, begun.length);
      return begun;
    });
    const [first, ...later] = await Promise.all(reads);
    expect(later).toEqual([first, first]);
  });

  it('concurrent searches read the synonyms once', async () => {
    world.clock.advance(LIMITS.synonymFreshnessSeconds);
    const statements = await world.statements(() =>
      Promise.all(['bracken', 'mossy', null, 'unknown'].map((game) => synonymsOf('hp', game))),
    );
    expect(statements.filter((sql) => sql.includes('search_synonyms'))).toHaveLength(1);
  });

  it('unchanged synonyms keep their vocabulary after the next read', async () => {
    const before = await vocabularyOf(world.platform, 'mossy');
    world.clock.advance(LIMITS.synonymFreshnessSeconds);
    expect(await vocabularyOf(world.platform, 'mossy')).toBe(before);
  });
});

describe('changes of synonym groups', () => {
  it.each([
    ['one term', ['alone'], [['terms', 'too_short']]],
    ['too many terms', Array.from({ length: 9 }, (_, at) => `t${at}`), [['terms', 'too_long']]],
    ['an empty term', ['a', ' '], [['terms[1]', 'invalid_format']]],
    ['a term that is too long', ['a', 'b'.repeat(81)], [['terms[1]', 'too_long']]],
    ['a term without letters', ['a', '!?'], [['terms[1]', 'invalid_format']]],
    ['a term of seven words', ['a', 'b c d e f g h'], [['terms[1]', 'invalid_format']]],
    ['a zero-width character', ['a', 'b\u200bc'], [['terms[1]', 'invalid_format']]],
    ['a bidirectional control', ['a', '\u202eb'], [['terms[1]', 'invalid_format']]],
    [
      'terms that differ by case and marks only',
      ['Über', 'b', 'uber'],
      [['terms[2]', 'not_unique']],
    ],
  ])('a group with %s is invalid_input', async (_, terms, faults) => {
    const fields = faults.map(([field, code]) => ({ field, code }));
    expect(await root.refusal(ADD, { input: { terms } })).toEqual(['invalid_input', fields]);
    const { id, etag } = await add(['valid', newId()]);
    const change = { id, terms, expectedEtag: etag };
    expect(await root.refusal(UPDATE, change)).toEqual(['invalid_input', fields]);
  });

  it('terms are stored without needless spaces', async () => {
    expect((await add(['  night \n vision ', 'nv'])).terms).toEqual(['night vision', 'nv']);
  });

  it.each(['nowhere', 'ended', ''])('a group for the game %j is not_found', async (gameSlug) => {
    expect(await root.refusal(ADD, { input: { terms: ['a', 'b'], gameSlug } })).toBe('not_found');
  });

  it('an unknown or removed group is not_found', async () => {
    const { id, etag } = await add(['short', 'lived'], 'mossy');
    const { removeSynonymGroup } = await root.run(REMOVE, { id });
    expect(removeSynonymGroup.terms).toEqual(['short', 'lived']);
    for (const gone of [id, newId(), 'no-id']) {
      expect(await root.refusal(REMOVE, { id: gone })).toBe('not_found');
      const change = { id: gone, terms: ['a', 'b'], expectedEtag: etag };
      expect(await root.refusal(UPDATE, change)).toBe('not_found');
    }
  });

  it('a change with a stale ETag is precondition_failed, and of two concurrent ones one succeeds', async () => {
    const { id, etag } = await add(['first', 'second']);
    const change = (terms: string[]) => root.run(UPDATE, { id, terms, expectedEtag: etag });
    const both = await Promise.allSettled([change(['a', 'b']), change(['c', 'd'])]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = { id, terms: ['e', 'f'], expectedEtag: etag };
    expect(await root.refusal(UPDATE, late)).toBe('precondition_failed');
  });

  it('the same terms again change nothing', async () => {
    const { id, etag, terms } = await add(['same', 'again']);
    const { updateSynonymGroup } = await root.run(UPDATE, { id, terms, expectedEtag: etag });
    expect(updateSynonymGroup.etag).toBe(etag);
    expect(await world.platform.db.auditEntry.count({ where: { targetId: id } })).toBe(1);
  });

  it('the audit log keeps the terms of each change', async () => {
    const { id, etag } = await add(['old', 'older'], 'bracken');
    await root.run(UPDATE, { id, terms: ['new', 'newer'], expectedEtag: etag });
    await root.run(REMOVE, { id });
    const rows = await world.platform.db.auditEntry.findMany({
      where: { targetId: id },
      orderBy: { id: 'asc' },
    });
    const game_id = gameIds.get('bracken');
    expect(rows.map(({ action, data }) => [action, data])).toEqual([
      ['synonym_group.added', { game_id, terms: ['old', 'older'] }],
      ['synonym_group.changed', { game_id, terms: ['new', 'newer'] }],
      ['synonym_group.removed', { game_id, terms: ['new', 'newer'] }],
    ]);
  });

  it('a game with its most groups gets no more, and another game does', async () => {
    const now = new Date();
    const gameId = gameIds.get('bracken') ?? null;
    const { db } = world.platform;
    const known = await db.searchSynonym.count({ where: { gameId } });
    const lacking = LIMITS.synonymGroupsPerGame - known - 1;
    await db.searchSynonym.createMany({
      data: Array.from({ length: lacking }, (_, at) => ({
        gameId,
        terms: [`filler ${at}`, `padding ${at}`],
        createdAt: now,
        updatedAt: now,
      })),
    });
    const both = [0, 1].map((at) => add([`last ${at}`, `one ${at}`], 'bracken'));
    const done = await Promise.allSettled(both);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const input = { terms: ['a', 'b'], gameSlug: 'bracken' };
    expect(await root.refusal(ADD, { input })).toBe('invalid_state');
    await add(['a', 'b'], 'mossy');
  });

  it('a list of groups is paged, newest first, and can be narrowed to one game', async () => {
    const admin = await (await world.creator('rita')).withToken({ scopes: 'admin:*' });
    await world.platform.db.user.updateMany({
      where: { username: 'rita' },
      data: { role: 'admin' },
    });
    const first = (await add(['one', 'two'], 'mossy')).id;
    const second = (await add(['three', 'four'], 'mossy')).id;
    const list = graphqlList(admin, 'listSynonymGroups', 'gameSlug: "mossy",');
    const ids = await walkThrough(list, [1, 2]);
    expect(ids.slice(0, 2)).toEqual([second, first]);
    const gameId = gameIds.get('mossy') ?? null;
    expect(ids).toHaveLength(await world.platform.db.searchSynonym.count({ where: { gameId } }));
    const all = await walkThrough(graphqlList(admin, 'listSynonymGroups', ''), [100]);
    expect(all).toHaveLength(await world.platform.db.searchSynonym.count());
  });
});
