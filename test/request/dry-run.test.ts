import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemContext, type RequestContext } from '../../src/request/context.js';
import { asDryRun, transact } from '../../src/request/transact.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';

const world = useWorld({}, { jobs: 'when-settled', periodicJobs: false });
let ctx: RequestContext;

beforeAll(async () => {
  await newGame(world, 'there');
  ctx = createSystemContext(world.platform, 'test');
});

/** A write in its own transaction, like that of a verb. */
const addGame = (within: RequestContext, slug: string) =>
  transact(within, (tx) => tx.game.create({ data: { slug, name: slug } }));

const slugs = async ({ platform }: RequestContext) =>
  (await platform.db.game.findMany({ orderBy: { slug: 'asc' } })).map(({ slug }) => slug);

describe('a dry run', () => {
  it('a dry run returns the result of its writes and rolls them back', async () => {
    const seen = await asDryRun(ctx, async (within) => {
      await addGame(within, 'one');
      await addGame(within, 'two');
      return slugs(within);
    });
    expect(seen).toEqual(['one', 'there', 'two']);
    expect(await slugs(ctx)).toEqual(['there']);
  });

  it('a dry run continues after a failed step, of which nothing remains', async () => {
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

  it('a dry run rolls back a failing step completely, even after a failed inner step', async () => {
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

  it('a dry run wakes no worker for its jobs', async () => {
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

  it('a dry run throws the error of its work', async () => {
    const failure = new Error('as the verb has it');
    const failing = asDryRun(ctx, async (within) => {
      await addGame(within, 'gone');
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await slugs(ctx)).toEqual(['there']);
  });
});
