import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemContext, type RequestContext } from '../../src/request/context.js';
import { rehearse } from '../../src/request/rehearse.js';
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
    const seen = await rehearse(ctx, async (within) => {
      await addGame(within, 'one');
      await addGame(within, 'two');
      return slugs(within);
    });
    expect(seen).toEqual(['one', 'there', 'two']);
    expect(await slugs(ctx)).toEqual(['there']);
  });

  it('goes on after a step that failed, and of which nothing is left', async () => {
    const seen = await rehearse(ctx, async (within) => {
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

  it('fails as the work in it does', async () => {
    const failure = new Error('as the verb has it');
    const failing = rehearse(ctx, async (within) => {
      await addGame(within, 'gone');
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await slugs(ctx)).toEqual(['there']);
  });
});
