import { expect, it } from 'vitest';
import { choose } from '../../../../src/modules/delivery/plans/solver/choose.js';
import { closureOf } from '../../../../src/modules/delivery/plans/solver/closure.js';
import {
  type DemandTuple,
  type FileTuple,
  parseLoaded,
} from '../../../../src/modules/delivery/plans/solver/loaded-files.js';
import { solve } from '../../../../src/modules/delivery/plans/solver/solve.js';

it('a conflict with mods of which two files are pinned takes few steps', () => {
  const mods = Array.from({ length: 20 }, (_, at) => `mod-${10 + at}`);
  const pinnedFiles = mods.flatMap((mod) =>
    ['main', 'extra'].map((name): FileTuple => [`${mod}-${name}`, mod, `${mod}-1`, '1.0.0', 0]),
  );
  // Each version of the last mod conflicts with another one of the pinned mods.
  const versions = mods.map((mod, at): FileTuple => [mod, 'rival', `rival-${mod}`, `1.${at}.0`, 0]);
  const demands = mods.map((mod): [string, DemandTuple[]] => [
    `rival-${mod}`,
    [['conflict', mod, null, null, null, false]],
  ]);
  const texts = {
    files: JSON.stringify(versions),
    pinned: JSON.stringify(pinnedFiles),
    demands: JSON.stringify(demands),
  };
  const { filesByMod, pinned } = parseLoaded(texts, {
    withPrereleases: false,
    includeOptional: false,
  });
  const request = { includeOptional: false };
  const files = closureOf(filesByMod, { modIds: ['rival'], pinned }, request);
  expect(solve(files, request, [...mods, 'rival'], { stepsLeft: mods.length + 1 })).toBeNull();
  expect(choose(files, request, ['rival'], pinned).conflict).toMatchObject({
    code: 'declared_conflict',
    modIds: [...mods, 'rival'],
  });
});
