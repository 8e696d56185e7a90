import { afterAll, describe, expect, test } from 'vitest';
import { solvePlan } from '../../../../src/modules/delivery/plans/run-solver.js';
import { createThreads } from '../../../../src/platform/threads/create-threads.js';
import { longTest, rounds } from '../../../rounds.js';
import { hostileCatalog, modIdOf, pigeonholes, type Said, upTo } from './hostile-catalog.js';

const POOL = { threads: 1, queued: 4, queuedOfOne: 4, heapMib: 256 };
const threads = createThreads(POOL);
afterAll(() => threads.close());

/** Longer than any of these plans takes on a machine that is busy with the whole suite. */
const PATIENT = {
  threads,
  deadlineMs: 100_000,
  actor: 'somebody',
  reserve: async () => async () => undefined,
};
const SHORT = { ...PATIENT, deadlineMs: 500 };

/** A range of nearly the maximum length of the API, slow to compare. */
const ALTERNATIVES = upTo(13)
  .map((at) => `1.${at}`)
  .join('||');

describe('a plan of a hostile catalog', () => {
  test('a puzzle of exponential size is rejected as too complex at the deadline', async () => {
    const catalog = hostileCatalog();
    const selected = pigeonholes(catalog, 14);
    await expect(solvePlan(SHORT, catalog.task([selected]))).rejects.toMatchObject({
      code: 'validation_failed',
      extensions: { fields: [{ field: 'modIds', code: 'too_complex' }] },
    });
  });

  longTest(
    'a puzzle is rejected at the deadline even if many unrelated mods are selected with it',
    async () => {
      const catalog = hostileCatalog();
      const selected = pigeonholes(catalog, 14);
      for (const at of upTo(480)) catalog.mod(100 + at, [[]]);
      const all = [selected, ...upTo(480).map((at) => 100 + at)];
      await expect(solvePlan(SHORT, catalog.task(all))).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );

  const repeated = rounds(30, 200);
  longTest(
    `rows that repeat a kind and a mod ${repeated} times are solved, because old rows can do so`,
    async () => {
      const catalog = hostileCatalog();
      const library = 9;
      catalog.mod(
        library,
        upTo(20).map(() => []),
      );
      for (const mod of upTo(3)) {
        const said = upTo(repeated).flatMap((at): Said[] => [
          ['required', library, `${ALTERNATIVES}||9.${at}`],
          ['embedded', library, `${ALTERNATIVES}||8.${at}`],
        ]);
        catalog.mod(mod, [said, said]);
      }
      const { items } = await solvePlan(PATIENT, catalog.task(upTo(3)));
      expect(items.map(({ role }) => role)).toEqual([
        'required',
        'selected',
        'selected',
        'selected',
      ]);
    },
  );

  test('a chain of 1,000 mods is installed from its last mod', async () => {
    const catalog = hostileCatalog();
    for (const at of upTo(1_000)) catalog.mod(at, [at < 999 ? [['required', at + 1]] : []]);
    const { items } = await solvePlan(PATIENT, catalog.task([0]));
    expect(items).toHaveLength(1_000);
    expect(items.at(-1)?.role).toBe('selected');
  });

  test('wide diamonds contain each mod once', async () => {
    const catalog = hostileCatalog();
    const [layers, width] = [12, 12];
    for (const layer of upTo(layers)) {
      for (const at of upTo(width)) {
        const below = upTo(width).map((it): Said => ['required', (layer + 1) * width + it, '>=1']);
        catalog.mod(
          layer * width + at,
          upTo(3).map(() => (layer < layers - 1 ? below : [])),
        );
      }
    }
    const { items, constraints } = await solvePlan(PATIENT, catalog.task(upTo(width)));
    expect(items).toHaveLength(layers * width);
    expect(constraints.every(({ metBy }) => metBy !== null)).toBe(true);
  });

  longTest('500 selected mods with dependencies on each other are solved', async () => {
    const catalog = hostileCatalog();
    for (const at of upTo(500)) {
      const others = upTo(100).map((it) => (at + it + 1) % 500);
      catalog.mod(at, [
        others.map((it): Said => [it % 2 ? 'conflict' : 'required', it, it % 2 ? '<1' : '^1.0.0']),
      ]);
    }
    const { items } = await solvePlan(PATIENT, catalog.task(upTo(500)));
    expect(items).toHaveLength(500);
  });

  test('the conflict names the two of 500 selected mods that exclude each other', async () => {
    const catalog = hostileCatalog();
    for (const at of upTo(500))
      catalog.mod(
        at,
        upTo(3).map(() => (at === 250 ? [['conflict', 7]] : [])),
      );
    const { conflict } = await solvePlan(PATIENT, catalog.task(upTo(500)));
    expect(conflict).toMatchObject({
      code: 'declared_conflict',
      modIds: [modIdOf(7), modIdOf(250)],
    });
  });

  test('a declared conflict of two selected mods has its code although one has a range on the other', async () => {
    const catalog = hostileCatalog();
    catalog.mod(0, [[['conflict', 1]], [['conflict', 1]]]);
    catalog.mod(1, [[['optional', 0, '<1.2.0']]]);
    const { conflict } = await solvePlan(PATIENT, catalog.task([0, 1]));
    expect(conflict).toMatchObject({
      code: 'declared_conflict',
      modIds: [modIdOf(0), modIdOf(1)],
    });
  });

  longTest('thousands of versions with ranges of many alternatives are solved', async () => {
    const catalog = hostileCatalog();
    const said = upTo(50).map((at): Said => ['required', 100 + at, ALTERNATIVES]);
    for (const at of upTo(50))
      catalog.mod(
        100 + at,
        upTo(80).map(() => []),
      );
    for (const at of upTo(20))
      catalog.mod(
        at,
        upTo(50).map(() => said),
      );
    const { items } = await solvePlan(PATIENT, catalog.task(upTo(20)));
    expect(items).toHaveLength(70);
  });

  test('many versions with the same unmet requirement are refused together, not tried one by one', async () => {
    const catalog = hostileCatalog();
    for (const at of upTo(20)) {
      catalog.mod(
        at,
        upTo(50).map(() => [['required', 100, '9.9.9']]),
      );
    }
    catalog.mod(100, [[]]);
    const { conflict } = await solvePlan(PATIENT, catalog.task(upTo(20)));
    expect(conflict?.modIds).toContain(modIdOf(100));
  });

  longTest('equal tasks have equal results in every thread', async () => {
    const catalog = hostileCatalog();
    for (const at of upTo(30)) {
      catalog.mod(
        at,
        upTo(4).map((v) => (at < 29 ? [['required', at + 1, `<=1.${4 - v}.0`]] : [])),
      );
    }
    const task = catalog.task([0, 3]);
    const others = createThreads(POOL);
    const [here, there] = [
      await solvePlan(PATIENT, task),
      await solvePlan({ ...PATIENT, threads: others }, task),
    ];
    await others.close();
    expect(JSON.stringify(here)).toBe(JSON.stringify(there));
  });
});
