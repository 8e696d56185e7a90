import { beforeAll, expect, it, vi } from 'vitest';
import { loadOf } from '../../../../src/platform/database/connect.js';
import type { MeiliDocument } from '../../../../src/platform/search/meilisearch/documents.js';
import type { MeiliServer } from '../../../../src/platform/search/meilisearch/server.js';
import {
  createMeiliWriter,
  exclusively,
} from '../../../../src/platform/search/meilisearch/writer.js';
import type { SearchEntry } from '../../../../src/platform/search/search.port.js';
import { useWorld } from '../../../harness.js';
import { type SearchGame, searchGame } from '../search-subject.js';

const world = useWorld({}, { jobs: 'when-settled' });
let game: SearchGame;

beforeAll(async () => {
  game = await searchGame(world, 'written');
});

/** A writer to an index in memory, and what the index has of mods. */
function openIndex() {
  const stored = new Map<string, MeiliDocument>();
  const server: Pick<MeiliServer, 'revisions' | 'write' | 'remove'> = {
    async revisions(index) {
      return index === 'live' ? [...stored.values()] : null;
    },
    async write(_, documents) {
      for (const document of documents) stored.set(document.id, document);
    },
    async remove(_, ids) {
      for (const id of ids) stored.delete(id);
    },
  };
  const parts = { db: world.platform.db, names: { live: 'live', next: 'next' } };
  // The writer uses only these of the requests.
  const writer = createMeiliWriter({ ...parts, server: server as MeiliServer });
  return {
    writer,
    ids: () => [...stored.keys()].sort(),
    stored: ({ modId }: SearchEntry) => stored.get(modId),
    /** Replaces a document by one of an earlier release, which had no hash of the texts. */
    age({ modId }: SearchEntry) {
      const document = stored.get(modId);
      if (!document) return;
      const { content: _, ...earlier } = document;
      // Documents have this member since then.
      stored.set(modId, earlier as MeiliDocument);
    },
  };
}

const idsOf = (entries: readonly SearchEntry[]) => entries.map(({ modId }) => modId).sort();
const publish = () => game.publish({ title: 'Harbour' });

it('a removal in Meilisearch removes a hidden mod, and keeps one that is published again', async () => {
  const [hidden, restored] = [await publish(), await publish()];
  const { writer, ids } = openIndex();
  await writer.index([hidden, restored]);
  const where = { id: hidden.modId };
  await world.platform.db.mod.update({ where, data: { state: 'hidden' } });
  await writer.remove([hidden.modId, restored.modId]);
  expect(ids()).toEqual(idsOf([restored]));
});

it('a late removal in Meilisearch does not replace the new entry that waits before it', async () => {
  const [first, restored] = [await publish(), await publish()];
  const { writer, ids } = openIndex();
  // The first call occupies the writer, so that the others are written together.
  await Promise.all([
    writer.index([first]),
    writer.index([restored]),
    writer.remove([restored.modId]),
  ]);
  expect(ids()).toEqual(idsOf([first, restored]));
});

it('a mod in Meilisearch keeps its transaction until its texts or its popularity change', async () => {
  const entry = await publish();
  const { writer, stored } = openIndex();
  const written = async (change: Partial<SearchEntry>) => {
    await writer.index([{ ...entry, ...change }]);
    return stored(entry);
  };
  const first = await written({});
  const facets = ['c:maps'];
  const kept = await written({ revision: 2, facets });
  expect(kept).toMatchObject({ revision: 2, facets, writtenIn: first?.writtenIn });
  const ranked = await written({ revision: 2, popularity: 9 });
  const renamed = await written({ revision: 3, popularity: 9, titles: { en: 'Haven' } });
  const all = [first, ranked, renamed].map((document) => document?.writtenIn);
  expect(new Set(all).size).toBe(3);
});

it('a document of an earlier release keeps its transaction until its revision or its popularity changes', async () => {
  const entry = await publish();
  const { writer, stored, age } = openIndex();
  const rewritten = async (change: Partial<SearchEntry>) => {
    age(entry);
    await writer.index([{ ...entry, ...change }]);
    return stored(entry);
  };
  await writer.index([entry]);
  const first = stored(entry);
  expect(await rewritten({})).toEqual(first);
  const ranked = await rewritten({ popularity: 9 });
  const revised = await rewritten({ popularity: 9, revision: 2 });
  const all = [first, ranked, revised].map((document) => document?.writtenIn);
  expect(new Set(all).size).toBe(3);
});

it('a writer to Meilisearch that waits for another one of its process holds no connection', async () => {
  const { db } = world.platform;
  let end: () => void = () => undefined;
  let isWriting = false;
  const first = exclusively(db, () => {
    isWriting = true;
    return new Promise<void>((resolve) => (end = resolve));
  });
  await vi.waitUntil(() => isWriting);
  const second = exclusively(db, () => Promise.resolve());
  await db.$queryRaw`select 1`;
  expect(loadOf(db)?.requests.inUse).toBe(1);
  end();
  await Promise.all([first, second]);
});
