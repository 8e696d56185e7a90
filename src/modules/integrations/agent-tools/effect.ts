import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../../platform/canonical-json.js';

/** The change of one member; null means empty. */
export interface EffectChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The effect of a write on one object: as data, and as a text that contains no user input. */
export interface Effect {
  readonly action: string;
  readonly summary: string;
  /** The ids of an object that the write creates are null. */
  readonly target: {
    readonly kind: 'mod' | 'version';
    readonly modId: string | null;
    readonly versionId: string | null;
  };
  readonly changes: readonly EffectChange[];
}

/** A document, member by member. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * The differences between two states of a document, in the order of its members; for a new one, its
 * non-empty members.
 */
export function changesOf(before: Document | null, after: Document): EffectChange[] {
  return Object.keys(after).flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, after[field] ?? null];
    const isSame = before === null ? isNothing(to) : isDeepStrictEqual(from, to);
    return isSame ? [] : [{ field, from, to }];
  });
}

/** Returns true for null and for empty objects. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Returns whether a write would have exactly the announced effects, which the database stores as
 * JSON.
 */
export function areEffects(told: unknown, effects: readonly Effect[]): boolean {
  return canonicalJson(told) === canonicalJson(effects);
}
