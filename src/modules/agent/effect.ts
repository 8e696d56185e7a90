import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../platform/canonical-json.js';

/** What a write changes of one member; null is nothing. */
export interface EffectChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What a write does to one thing: in words that nobody else has written, and as data. */
export interface Effect {
  readonly action: string;
  readonly summary: string;
  /** A thing that the write makes has no id yet. */
  readonly target: {
    readonly kind: 'mod' | 'version';
    readonly modId: string | null;
    readonly versionId: string | null;
  };
  readonly changes: readonly EffectChange[];
}

/** A document, member by member. */
export type Document = Readonly<Record<string, unknown>>;

/** How two readings of one document differ, in the order of its members; of a new one, what it says. */
export function changesOf(before: Document | null, after: Document): EffectChange[] {
  return Object.keys(after).flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, after[field] ?? null];
    const isSame = before === null ? isNothing(to) : isDeepStrictEqual(from, to);
    return isSame ? [] : [{ field, from, to }];
  });
}

/** Null, and what has no members. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether a write would do exactly what was told before, which the database has kept as JSON. */
export function areEffects(told: unknown, effects: readonly Effect[]): boolean {
  return canonicalJson(told) === canonicalJson(effects);
}
