import { describe, expect, it } from 'vitest';
import { solveEach } from '../../../../src/modules/delivery/plans/solver/choose.js';
import type { Demand, PlanFile } from '../../../../src/modules/delivery/plans/solver/plan-file.js';

describe('solveEach', () => {
  it('solveEach for many hard problems stops when its step budget is used up', () => {
    const demand = (kind: Demand['kind'], modId: string, range: string | null = null): Demand => ({
      kind,
      modId,
      versionConstraint: range,
      versionId: null,
      artifactId: null,
      reading: 'releases',
    });
    const choice = (modId: string, at: number, demands: Demand[]): PlanFile => {
      const [id, version] = [`${modId}-${at}`, `1.${at}.0`];
      return { id, versionId: id, modId, version, publishedAt: 0, demands };
    };
    // Eight libraries with seven versions each; versions with the same number conflict.
    const libraries = Array.from('abcdefgh');
    const files = new Map<string, PlanFile[]>();
    for (const [place, modId] of libraries.entries()) {
      const before = libraries.slice(0, place);
      const version = (_: unknown, at: number) =>
        choice(
          modId,
          at,
          before.map((it) => demand('conflict', it, `1.${at}.0`)),
        );
      files.set(modId, Array.from({ length: 7 }, version));
    }
    const puzzles = Array.from({ length: 100 }, (_, at) => `puzzle-${at}`);
    const all = libraries.map((it) => demand('required', it));
    for (const modId of puzzles) files.set(modId, [choice(modId, 0, all)]);
    for (const modId of ['first', 'last']) files.set(modId, [choice(modId, 0, all.slice(0, 7))]);

    const STEPS = 5_000;
    const budget = { stepsLeft: STEPS };
    const request = { includeOptional: false };
    const found = solveEach(files, request, ['first', ...puzzles, 'last'], budget);
    expect([...found.keys()]).toEqual(['first']);
    expect(budget.stepsLeft).toBe(0);
  });
});
