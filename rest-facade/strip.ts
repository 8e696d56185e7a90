import { fieldsBelow, type Selected, type SelectedField } from './selection.js';

/** Copies a value without its hidden members and without optional ones that are null. */
export type Strip = (value: unknown) => unknown;

/**
 * Compiles the removal of members from a response:
 * - hidden members, whose alias begins with `_`
 * - optional members that are null: those with a directive, such as `@include(if: true)`
 *
 * Null if the selection has neither, so that most responses are not copied at all.
 */
export function compileStrip(selected: Selected, field: SelectedField): Strip | null {
  const hidden = new Set<string>();
  const optional = new Set<string>();
  const inner = new Map<string, Strip>();
  for (const below of fieldsBelow(selected, field).flat()) {
    if (below.key.startsWith('_')) hidden.add(below.key);
    if (below.conditional) optional.add(below.key);
    const strip = compileStrip(selected, below);
    if (strip) inner.set(below.key, strip);
  }
  if (hidden.size + optional.size + inner.size === 0) return null;
  const strip: Strip = (value) => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      if (hidden.has(key) || (member === null && optional.has(key))) continue;
      const below = inner.get(key);
      copy[key] = below ? below(member) : member;
    }
    return copy;
  };
  return strip;
}
