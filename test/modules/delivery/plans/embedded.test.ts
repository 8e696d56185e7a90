import { describe, expect, it } from 'vitest';
import { embeds } from '../../../../src/modules/delivery/plans/solver/meets.js';
import type { Demand, PlanFile } from '../../../../src/modules/delivery/plans/solver/plan-file.js';

const demandOn = (more: Partial<Demand>): Demand => ({
  kind: 'required',
  modId: 'lib',
  versionConstraint: null,
  reading: 'releases',
  versionId: null,
  artifactId: null,
  ...more,
});

const fileWith = (more: Partial<Demand>): PlanFile => ({
  id: 'file',
  modId: 'pack',
  versionId: 'pack-1',
  version: '1.0.0',
  publishedAt: 0,
  demands: [demandOn({ kind: 'embedded', ...more })],
});

describe('a dependency and an embedded mod', () => {
  it.each([
    ['an exact version', { versionId: 'lib-1' }],
    ['an exact file', { artifactId: 'lib-file-1' }],
  ])('a dependency on %s is met only by an embedded mod that names the same', (_, exact) => {
    const demand = demandOn(exact);
    expect(embeds(fileWith({ versionConstraint: '2.0.0' }), demand)).toBe(false);
    expect(embeds(fileWith({}), demand)).toBe(false);
    expect(embeds(fileWith({ versionId: 'lib-2', artifactId: 'lib-file-2' }), demand)).toBe(false);
    expect(embeds(fileWith(exact), demand)).toBe(true);
  });

  it('a dependency on a range is met by an embedded mod within it, also with exact ids', () => {
    const exact = { versionId: 'lib-1', artifactId: 'lib-file-1' };
    const embedded = fileWith({ versionConstraint: '1.2.0', ...exact });
    expect(embeds(embedded, demandOn({ versionConstraint: '^1.0.0' }))).toBe(true);
    expect(embeds(embedded, demandOn({ versionConstraint: '^2.0.0' }))).toBe(false);
  });
});
