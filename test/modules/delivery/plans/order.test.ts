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
 * those whose cycle waits for no mod outside of it. A file that depends on a cycle waits for all
 * mods of the cycle.
 */
function byDefinition(chosen: readonly Chosen[]): Chosen[] {
  const waiting = [...chosen].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const ordered: Chosen[] = [];
  const filesOf = (modId: string) => chosen.filter(({ file }) => file.modId === modId);
  const needs = (modId: string, among = new Set<string>()): Set<string> => {
    for (const { file } of filesOf(modId)) {
      for (const next of demandsOf(file)) if (!among.has(next)) needs(next, among.add(next));
    }
    return among;
  };
  const cycleOf = (modId: string) => [
    modId,
    ...[...needs(modId)].filter((other) => other !== modId && needs(other).has(modId)),
  ];
  const isWaiting = (modId: string) => waiting.some(({ file }) => file.modId === modId);
  const outside = ({ file }: Chosen) =>
    demandsOf(file)
      .filter((modId) => !cycleOf(file.modId).includes(modId))
      .flatMap(cycleOf)
      .filter(isWaiting);
  const isFree = (it: Chosen) =>
    outside(it).length === 0 && !demandsOf(it.file).some((modId) => isWaiting(modId));
  const isOpen = ({ file }: Chosen) =>
    cycleOf(file.modId).flatMap(filesOf).flatMap(outside).length === 0;
  while (waiting.length > 0) {
    const free = waiting.findIndex(isFree);
    ordered.push(...waiting.splice(free < 0 ? waiting.findIndex(isOpen) : free, 1));
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

  it('a cycle is installed after all dependencies of its mods, also those of another cycle', () => {
    const chosen = [
      chosenOf('f-a', 'm-a', [demand('required', 'm-b')]),
      chosenOf('f-b', 'm-b', [demand('required', 'm-a'), demand('required', 'm-x')]),
      chosenOf('f-x', 'm-x', [demand('required', 'm-y')]),
      chosenOf('f-y', 'm-y', [demand('required', 'm-x')]),
    ];
    expect(idsOf(inInstallOrder(chosen))).toEqual(['f-x', 'f-y', 'f-a', 'f-b']);
  });

  it('a chain of 50,000 mods is ordered: no step recurses or looks through all files', () => {
    expect(idsOf(inInstallOrder(chain(50_000))).slice(0, 2)).toEqual(['f-49999', 'f-49998']);
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
