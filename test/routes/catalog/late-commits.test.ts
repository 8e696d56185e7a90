import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks, indexMod } from '../../../src/modules/catalog/index.js';
import type { Tx } from '../../../src/platform/database/connect.js';
import { newId } from '../../../src/request/ids.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { graphqlList, restList, type WalkedList, walkThrough } from '../../lists.js';
import { newGame } from '../../publishing.js';
import { everyNth } from '../../rounds.js';
import { newDelivery } from '../../webhooks.js';
import {
  type Seeded,
  type Shelf,
  seedMod,
  seedModIn,
  seedVersionIn,
  shelfOf,
} from './catalog-rows.js';

/** A list, and a write that belongs to it. */
interface Case {
  readonly list: () => WalkedList;
  /** Writes rows with timestamps before those of all other rows. */
  readonly write: (tx: Tx) => Promise<unknown>;
  /** Runs after the commit. */
  readonly afterCommit?: () => Promise<unknown>;
  /** True if the write adds an item, false if it moves one. */
  readonly adds: boolean;
}

const world = useWorld();
const OF_SHELF = 'game_slug=late&q=seeded';
let shelf: Shelf;
let mods: Seeded[];
let owner: Creator;
let published: string | null = null;

beforeAll(async () => {
  for (const slug of ['late', 'later', 'latest']) await newGame(world, slug);
  shelf = await shelfOf(world, 'late');
  mods = [];
  for (const downloads of [30, 20, 10]) {
    world.clock.advance(1);
    const others = [...mods, { modId: newId() }, { modId: newId() }];
    mods.push(
      await seedMod(world, shelf, {
        title: { en: `Seeded ${downloads}` },
        downloads,
        trending: downloads,
        versions: (mods.length === 0 ? ['1.0.0', '1.1.0', '1.2.0'] : ['1.0.0']).map((version) => ({
          version,
          dependencies: others.map(({ modId }) => ({ kind: 'optional', modId }) as const),
        })),
      }),
    );
  }
  await freezeRanks(world.platform);
  owner = await world.creator('late-owner');
  await joinTeams();
  for (const _ of mods) await newDelivery(world, owner);
});

/** Makes the owner a team member of every seeded mod, and creates download grants for them. */
async function joinTeams(): Promise<void> {
  const { db } = world.platform;
  for (const { modId, versions } of mods) {
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.create({ data: { teamId, userId: owner.userId, role: 'owner' } });
    for (const { artifactId } of versions)
      await db.$transaction((tx) => addDownloadGrant(tx, artifactId, world.clock.now()));
  }
}

async function addDownloadGrant(tx: Tx, artifactId: string, createdAt: Date): Promise<void> {
  await tx.downloadGrant.create({
    data: {
      artifactId,
      blobId: newId(),
      actor: `user:${owner.userId}`,
      sizeBytes: 1,
      provider: 'primary',
      expiresAt: createdAt,
      createdAt,
    },
  });
}

/** Runs the work in a transaction and leaves it open; the returned function commits it. */
async function uncommitted(work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<unknown>> {
  let commit = () => {};
  const released = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let done: Promise<unknown> = Promise.resolve();
  await new Promise<void>((written, failed) => {
    done = world.platform.db.$transaction(async (tx) => {
      await work(tx);
      written();
      await released;
    });
    done.catch(failed);
  });
  return () => {
    commit();
    return done;
  };
}

// The oldest timestamp of all rows, so that no time order hides the row behind the cursor.
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const last = () => mods.at(-1)?.modId ?? '';
const lastVersion = () => mods.at(-1)?.versions.at(-1)?.versionId ?? '';
const first = () => mods[0]?.modId ?? '';

const addMod = async (tx: Tx) => {
  published = (await seedModIn(tx, shelf, { downloads: 0 }, LONG_AGO)).modId;
};
const indexIt = () => indexMod(world.platform, published ?? '');
let releases = 0;
const addVersion = (modId: () => string) => (tx: Tx) => {
  releases += 1;
  return seedVersionIn(tx, shelf, modId(), { version: `9.${releases}.0` }, LONG_AGO);
};
const addGame = (tx: Tx) => tx.game.create({ data: { slug: newId(), name: 'A game' } });
const addCategory = (tx: Tx) =>
  tx.category.create({ data: { gameId: shelf.gameId, slug: newId(), name: 'A category' } });
const addDependency = (tx: Tx) =>
  tx.dependency.create({
    data: { modId: last(), versionId: lastVersion(), kind: 'optional', targetModId: newId() },
  });
const addOldDownloadGrant = (tx: Tx) =>
  addDownloadGrant(tx, mods[0]?.versions[0]?.artifactId ?? '', LONG_AGO);

const addSubscription = (tx: Tx) =>
  tx.webhookSubscription.create({
    data: {
      ownerId: owner.userId,
      url: 'https://hooks.invalid/',
      secret: Buffer.from('sealed'),
      eventKinds: ['mod.updated'],
      createdAt: LONG_AGO,
    },
  });
/** Redelivers an earlier delivery. */
const addDelivery = async (tx: Tx) => {
  const { id, ownerId, subscriptionId, eventId } = await tx.webhookDelivery.findFirstOrThrow({
    where: { ownerId: owner.userId },
  });
  await tx.webhookDelivery.create({
    data: { ownerId, subscriptionId, eventId, redeliveryOfId: id, createdAt: LONG_AGO },
  });
};

const rest = (path: () => string) => () => restList(world.anon, path());
const graphql = (field: string) => () => graphqlList(owner, field);

const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    ['latest', 'downloads', 'trending'].flatMap((sort): [string, Case][] => {
      const path = `/mods?${OF_SHELF.replace('&q=seeded', '')}&sort=${sort}`;
      return [
        [`${path}, a mod published`, { list: rest(() => path), write: addMod, adds: true }],
        [
          `${path}, a mod published again`,
          { list: rest(() => path), write: addVersion(first), adds: false },
        ],
      ];
    }),
  ),
  ...Object.fromEntries(
    ['relevance', 'latest', 'downloads', 'trending'].map((sort): [string, Case] => {
      const path = `/search?${OF_SHELF}&sort=${sort}`;
      return [path, { list: rest(() => path), write: addMod, afterCommit: indexIt, adds: true }];
    }),
  ),
  'versions for readers': {
    list: rest(() => `/mods/${first()}/versions`),
    write: addVersion(first),
    adds: true,
  },
  'versions for the team': {
    list: () => restList(owner, `/mods/${first()}/versions`),
    write: addVersion(first),
    adds: true,
  },
  dependencies: {
    list: rest(() => `/mods/${last()}/dependencies`),
    write: addDependency,
    adds: true,
  },
  games: { list: rest(() => '/games'), write: addGame, adds: true },
  categories: { list: rest(() => '/categories'), write: addCategory, adds: true },
  listUploadSessions: { list: graphql('listUploadSessions'), write: addVersion(first), adds: true },
  listArtifacts: { list: graphql('listArtifacts'), write: addVersion(first), adds: true },
  'webhook subscriptions': {
    list: () => restList(owner, '/webhook-subscriptions'),
    write: addSubscription,
    adds: true,
  },
  'webhook deliveries': {
    list: () => restList(owner, '/webhook-deliveries'),
    write: addDelivery,
    adds: true,
  },
  listDownloadGrants: {
    list: graphql('listDownloadGrants'),
    write: addOldDownloadGrant,
    adds: true,
  },
};

describe('writes that commit after a first page', () => {
  it.each(everyNth(Object.entries(CASES), 3))(
    'a write that commits after the first page stays out of the walk and counts in the next one: %s',
    async (_, { list, write, afterCommit, adds }) => {
      const before = await walkThrough(list(), [100]);
      expect(before.length).toBeGreaterThanOrEqual(3);
      const commit = await uncommitted(write);
      const walked = await walkThrough(list(), [1], async (turn) => {
        if (turn > 0) return;
        await commit();
        await afterCommit?.();
      });
      expect(walked).toEqual(before);
      const after = await walkThrough(list(), [100]);
      expect(after.length).toBe(before.length + (adds ? 1 : 0));
      expect([...after].sort()).toEqual(expect.arrayContaining(before));
    },
  );
});
