import { z } from 'zod';
import { isObject, type JsonObject, sameJson, targetOf, unescapePointer } from './json.js';

const place = {
  /** As in a `$ref`. */
  pointer: z.string().startsWith('#/'),
  date: z.iso.date(),
  reason: z.string().min(20),
};

const correction = z.union([
  /** The right value of an existing member. */
  z.strictObject({ ...place, value: z.json() }),
  /** A member that the document should have had. */
  z.strictObject({ ...place, added: z.json() }),
  /** A member that the document should not have had. */
  z.strictObject({ ...place, removed: z.literal(true) }),
]);

/** A place where the released document was wrong about the service, and the reason. */
export type Correction = z.infer<typeof correction>;

/** Reads corrections. Throws if one is incomplete. */
export function readCorrections(text: string): Correction[] {
  return z.array(correction).parse(JSON.parse(text));
}

/**
 * The lines of the gate about the corrections: one for each if `isListed`, else one line with their
 * number. Empty without corrections.
 */
export function correctionLines(all: readonly Correction[], isListed: boolean): string[] {
  if (isListed) {
    return all.map(({ date, pointer, reason }) => `corrected on ${date}: ${pointer}: ${reason}`);
  }
  if (all.length === 0) return [];
  return [`the released document has ${all.length} corrections; --verbose lists them`];
}

/**
 * The corrected document. Throws if a correction has no target, adds an existing member or changes
 * nothing: it belongs to another release then, and must be removed.
 */
export function corrected(document: JsonObject, all: readonly Correction[]): JsonObject {
  const copy = structuredClone(document);
  for (const one of all) correct(copy, one);
  return copy;
}

function correct(copy: JsonObject, one: Correction): void {
  const { pointer } = one;
  const cut = pointer.lastIndexOf('/');
  const parent = targetOf(copy, pointer.slice(0, cut));
  if (!isObject(parent)) throw new Error(`${pointer} is no member of an object`);
  const name = unescapePointer(pointer.slice(cut + 1));
  const isThere = Object.hasOwn(parent, name);
  if ('added' in one) {
    if (isThere) throw new Error(`${pointer} is there already`);
    Object.assign(parent, { [name]: one.added });
    return;
  }
  if (!isThere) throw new Error(`${pointer} leads nowhere`);
  if ('removed' in one) {
    Reflect.deleteProperty(parent, name);
    return;
  }
  if (sameJson(parent[name], one.value)) throw new Error(`${pointer} is right already`);
  Object.assign(parent, { [name]: one.value });
}
