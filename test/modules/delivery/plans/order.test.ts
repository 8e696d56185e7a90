import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chosen } from '../../../../src/modules/delivery/plans/solver/choose.js';
import { inInstallOrder } from '../../../../src/modules/delivery/plans/solver/order.js';
import type { Demand } from '../../../../src/modules/delivery/plans/solver/plan-file.js';
import { rounds } from '../../../rounds.js';

const KINDS = ['required', 'optional', 'conflict', 'embedded'] as const;

const demand = (kind: Demand['kind'], modId: string): Demand => ({
  kind,
  modId,
  versionId: null,
  artifactId: null,
  versionConstraint: null,
  reading: 'releases',
});

const chosenOf = (id: string, modId: string, demands: readonly Demand[]): Chosen => ({
  role: 'selected',
  file: { id, modId, versionId: `v-${modId}`, version: '1.0.0', publishedAt: 0, demands },
});

/**
 * The definition: of the files that wait for no mod, the smallest; without one, the smallest of
 * those that wait only for mods of their own cycle. A file that depends on a cycle waits for all
 * mods of the cycle.
 */
function byDefinition(chosen: readonly Chosen[]): Chosen[] {
  const waiting = [...chosen].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const ordered: Chosen[] = [];
  const needs = (modId: string, among = new Set<string>()): Set<string> => {
    for (const { file } of chosen.filter((it) => it.file.modId === modId)) {
      for (const next of demandsOf(file)) if (!among.has(next)) needs(next, among.add(next));
    }
    return among;
  };
  const isWaiting = (modId: string) => waiting.some(({ file }) => file.modId === modId);
  const missing = ({ file }: Chosen) => {
    const direct = demandsOf(file);
    const isInside = (modId: string) => needs(modId).has(file.modId);
    const cycleOf = (modId: string) =>
      [...needs(modId)].filter((other) => needs(other).has(modId) && !isInside(modId));
    return {
      inside: direct.filter((modId) => isInside(modId) && isWaiting(modId)),
      outside: direct.flatMap((modId) =>
        isInside(modId) ? [] : [modId, ...cycleOf(modId)].filter(isWaiting),
      ),
    };
  };
  while (waiting.length > 0) {
    const next = waiting.map(missing);
    const free = next.findIndex((it) => it.inside.length + it.outside.length === 0);
    const first = free < 0 ? next.findIndex(({ outside }) => outside.length === 0) : free;
    ordered.push(...waiting.splice(first, 1));
  }
  return ordered;
}

const demandsOf = (file: Chosen['file']) =>
  file.demands.flatMap(({ kind, modId }) =>
    kind !== 'conflict' && modId !== file.modId ? [modId] : [],
  );
const keyOf = ({ file }: Chosen) => `${file.modId}/${file.id}`;
const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ file }) => file.id);

/** Few mods with several files each, so that cycles and mods with two files are common. */
const plan = fc
  .array(
    fc.record({
      mod: fc.integer({ min: 0, max: 11 }),
      demands: fc.array(
        fc.record({ kind: fc.constantFrom(...KINDS), mod: fc.integer({ min: 0, max: 13 }) }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 24 },
  )
  .chain((files) =>
    fc.shuffledSubarray(
      files.map(({ mod, demands }, at) =>
        chosenOf(
          `f-${String((at * 7) % 24).padStart(2, '0')}`,
          `m-${String(mod).padStart(2, '0')}`,
          demands.map((it) => demand(it.kind, `m-${String(it.mod).padStart(2, '0')}`)),
        ),
      ),
      { minLength: files.length },
    ),
  );

describe('the order of installation', () => {
  it('the installation order matches its definition for any graph, with cycles and mods of several files', () => {
    fc.assert(
      fc.property(plan, (chosen) => {
        expect(idsOf(inInstallOrder(chosen))).toEqual(idsOf(byDefinition(chosen)));
      }),
      { numRuns: rounds(200, 2_000) },
    );
  });

  it('a mod that depends on a cycle is installed after it, although its id is smaller', () => {
    const chosen = [
      chosenOf('f-1', 'm-1', [demand('required', 'm-2')]),
      chosenOf('f-2', 'm-2', [demand('required', 'm-3')]),
      chosenOf('f-3', 'm-3', [demand('required', 'm-2')]),
    ];
    expect(idsOf(inInstallOrder(chosen))).toEqual(['f-2', 'f-3', 'f-1']);
  });

  it('the steps to order a chain grow linearly with its length', () => {
    expect(stepsOf(chain(1_600)) / stepsOf(chain(200))).toBeLessThan(16);
  });

  it('the last file of a chain is installed first', () => {
    expect(idsOf(inInstallOrder(chain(3)))).toEqual(['f-2', 'f-1', 'f-0']);
  });
});

/** Each mod requires the next one, so that every file but the last one waits. */
function chain(length: number): Chosen[] {
  const modIdOf = (at: number) => `m-${String(at).padStart(6, '0')}`;
  return Array.from({ length }, (_, at) =>
    chosenOf(`f-${at}`, modIdOf(at), [demand('required', modIdOf(at + 1))]),
  );
}

/** The number of map reads while some files are ordered. */
function stepsOf(chosen: readonly Chosen[]): number {
  const { get } = Map.prototype;
  let steps = 0;
  Map.prototype.get = function counted(key) {
    steps += 1;
    return get.call(this, key);
  };
  try {
    inInstallOrder(chosen);
  } finally {
    Map.prototype.get = get;
  }
  return steps;
}
