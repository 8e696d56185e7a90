import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemContext, type RequestContext } from '../../src/request/context.js';
import { asDryRun } from '../../src/request/dry-run.js';
import { transact } from '../../src/request/transact.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';

const world = useWorld({}, { jobs: 'when-settled', periodicJobs: false });
let ctx: RequestContext;

beforeAll(async () => {
  await newGame(world, 'there');
  ctx = createSystemContext(world.platform, 'test');
});

/** A write as verbs make one, in a transaction of its own. */
const addGame = (within: RequestContext, slug: string) =>
  transact(within, (tx) => tx.game.create({ data: { slug, name: slug } }));

const slugs = async ({ platform }: RequestContext) =>
  (await platform.db.game.findMany({ orderBy: { slug: 'asc' } })).map(({ slug }) => slug);

describe('a rehearsal', () => {
  it('answers what the writes in it would, and takes them back', async () => {
    const seen = await asDryRun(ctx, async (within) => {
      await addGame(within, 'one');
      await addGame(within, 'two');
      return slugs(within);
    });
    expect(seen).toEqual(['one', 'there', 'two']);
    expect(await slugs(ctx)).toEqual(['there']);
  });

  it('goes on after a step that failed, and of which nothing is left', async () => {
    const seen = await asDryRun(ctx, async (within) => {
      const failing = transact(within, async (tx) => {
        await tx.game.create({ data: { slug: 'half', name: 'half' } });
        await tx.game.create({ data: { slug: 'there', name: 'again' } });
      });
      await expect(failing).rejects.toMatchObject({ code: 'P2002' });
      await addGame(within, 'after');
      return slugs(within);
    });
    expect(seen).toEqual(['after', 'there']);
  });

  it('takes a step back with all that it did, though a step within it failed before', async () => {
    const seen = await asDryRun(ctx, async (within) => {
      const outer = transact(within, async (tx) => {
        await tx.game.create({ data: { slug: 'outer', name: 'outer' } });
        await expect(addGame(within, 'there')).rejects.toMatchObject({ code: 'P2002' });
        throw new Error('after all');
      });
      await expect(outer).rejects.toThrow('after all');
      return slugs(within);
    });
    expect(seen).toEqual(['there']);
  });

  it('wakes no worker for jobs that there will never be', async () => {
    let woken = 0;
    const wake = () => {
      woken += 1;
    };
    const queue = { ...world.platform.queue, wake };
    const watched = createSystemContext({ ...world.platform, queue }, 'test');
    await asDryRun(watched, (within) => addGame(within, 'one'));
    expect(woken).toBe(0);
    await transact(watched, (tx) => tx.game.deleteMany({ where: { slug: 'one' } }));
    expect(woken).toBe(1);
  });

  it('fails as the work in it does', async () => {
    const failure = new Error('as the verb has it');
    const failing = asDryRun(ctx, async (within) => {
      await addGame(within, 'gone');
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await slugs(ctx)).toEqual(['there']);
  });
});
