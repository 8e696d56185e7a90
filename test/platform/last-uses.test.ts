import { describe, expect, it } from 'vitest';
import { createLastUses } from '../../src/platform/last-uses.js';
import { silentLog } from '../../src/platform/log.js';
import { inScope, scopeNow } from '../../src/platform/work-scope.js';

function setUp({
  notedMax,
  fails = () => false,
}: {
  notedMax?: number;
  fails?: () => boolean;
} = {}) {
  let seconds = 0;
  const written: Record<string, number>[] = [];
  const uses = createLastUses({
    async write(noted) {
      if (fails()) throw new Error('the database is away');
      written.push(Object.fromEntries([...noted].map(([id, at]) => [id, at.getTime() / 1000])));
    },
    clock: { now: () => new Date(++seconds * 1000) },
    log: silentLog,
    ...(notedMax === undefined ? {} : { notedMax }),
  });
  return { uses, written };
}

describe('the last uses of credentials', () => {
  it('last uses are written in one batch, each with its latest time', async () => {
    const { uses, written } = setUp();
    for (const id of ['a', 'b', 'a']) uses.note(id);
    expect(written).toEqual([]);
    expect(uses.of('a')).toEqual(new Date(3_000));
    await uses.flush();
    expect(written).toEqual([{ a: 3, b: 2 }]);
    await uses.flush();
    expect(written).toHaveLength(1);
  });

  it('last uses are kept after a failed write and written the next time', async () => {
    let away = true;
    const { uses, written } = setUp({ fails: () => away });
    uses.note('a');
    uses.note('b');
    await uses.flush();
    uses.note('b');
    away = false;
    await uses.flush();
    expect(written).toEqual([{ a: 1, b: 3 }]);
  });

  it('last uses are bounded in memory and written early at the limit', async () => {
    const { uses, written } = setUp({ notedMax: 3 });
    for (const id of ['a', 'b', 'c', 'd']) uses.note(id);
    await uses.stop();
    expect(written.flatMap((batch) => Object.keys(batch)).toSorted()).toEqual(['b', 'c', 'd']);
  });

  it('the oldest last uses are dropped while nothing can be written', async () => {
    let away = true;
    const { uses, written } = setUp({ notedMax: 2, fails: () => away });
    for (const id of ['a', 'b', 'a', 'c', 'd']) uses.note(id);
    await uses.flush();
    away = false;
    await uses.stop();
    expect(Object.keys(written[0] ?? {}).toSorted()).toEqual(['c', 'd']);
  });

  it('the disconnect of the client whose use fills a batch does not abort its write', async () => {
    let gone: unknown;
    const uses = createLastUses({
      async write() {
        gone = scopeNow().gone;
      },
      clock: { now: () => new Date() },
      log: silentLog,
      notedMax: 1,
    });
    inScope({ lane: 'requests', gone: AbortSignal.abort() }, () => uses.note('a'));
    await uses.flush();
    expect(gone).toBeNull();
  });
});
