import { expect } from 'vitest';
import { loadOf } from '../src/platform/database/connect.js';
import { LIMITS } from '../src/registry/limits.js';
import { eventually } from './eventually.js';
import type { World } from './harness.js';

const requestsOf = (world: World) => loadOf(world.platform.db)?.requests;

/** Takes all request connections while some work runs. */
export async function whileTaken<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { db } = world.platform;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const transactions = Array.from({ length: LIMITS.databaseConnections }, () =>
    db.$transaction(async (tx) => {
      await tx.user.count();
      await released;
    }),
  );
  await eventually(() => expect(requestsOf(world)?.inUse).toBe(LIMITS.databaseConnections));
  try {
    return await work();
  } finally {
    release();
    await Promise.all(transactions);
  }
}

/** Runs some work while this number of requests waits for connections; by default, the queue is full. */
export async function whileCrowded<T>(
  world: World,
  work: () => Promise<T>,
  length: number = LIMITS.databaseQueueAdmits,
): Promise<T> {
  const { result, crowd } = await whileTaken(world, async () => {
    const crowd = Array.from({ length }, () =>
      // A Prisma query starts with its first `then`.
      world.platform.db.game.count().then(
        () => undefined,
        () => undefined,
      ),
    );
    await eventually(() => expect(requestsOf(world)?.waiting).toBe(length));
    return { result: await work(), crowd };
  });
  await Promise.all(crowd);
  return result;
}
