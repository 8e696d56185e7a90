import { expect, it } from 'vitest';
import {
  noteComparison,
  noteDue,
  readEngineState,
} from '../../../../src/platform/search/meilisearch/engine-state.js';
import { useWorld } from '../../../harness.js';

const world = useWorld({}, { jobs: 'when-settled' });

it.each([
  [{ compared: 59 }, true],
  [{ compared: 61 }, false],
  [{ compared: 4, filled: 30 }, true],
  [{ compared: 6, filled: 30 }, false],
  [{ compared: 59, filled: 61 }, true],
])(
  'an index of Meilisearch with the comparison and the fill %j minutes ago is compared: %j',
  async (ago, isCompared) => {
    const { db } = world.platform;
    const time = (minutes: number | undefined) =>
      minutes === undefined ? null : new Date(Date.now() - minutes * 60_000);
    const { compared, filled } = { filled: undefined, ...ago };
    const engine = `index ${compared} ${filled}`;
    await db.searchEngine.create({
      data: { engine, comparedAt: time(compared), filledAt: time(filled) },
    });
    expect(await readEngineState(db, engine)).toMatchObject({ failedAt: null, isCompared });
  },
);

it('a comparison that began before a repair is not enough after it, and a later one is', async () => {
  const { db } = world.platform;
  const isCompared = async () => (await readEngineState(db, 'due')).isCompared;
  await noteComparison(db, 'due', await readEngineState(db, 'due'));
  expect(await isCompared()).toBe(true);
  const begun = await readEngineState(db, 'due');
  await noteDue(db, 'due');
  expect(await isCompared()).toBe(false);
  await noteComparison(db, 'due', begun);
  expect(await isCompared()).toBe(false);
  await noteComparison(db, 'due', await readEngineState(db, 'due'));
  expect(await isCompared()).toBe(true);
});
