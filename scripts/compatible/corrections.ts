import { z } from 'zod';
import { isObject, type JsonObject, sameJson, targetOf, unescapePointer } from './json.js';

const correction = z.strictObject({
  /** As in a `$ref`, of a member that is there. */
  pointer: z.string().startsWith('#/'),
  /** What the document should have said there. */
  value: z.json(),
  date: z.iso.date(),
  reason: z.string().min(20),
});

/** A place where the released document was wrong about what the service has always done, and why. */
export type Correction = z.infer<typeof correction>;

/** Reads corrections. Throws where one does not say all that it has to. */
export function readCorrections(text: string): Correction[] {
  return z.array(correction).parse(JSON.parse(text));
}

/**
 * The document as it should have been. Throws where a correction leads nowhere, or changes nothing:
 * it is of another release then, and has to go.
 */
export function corrected(document: JsonObject, all: readonly Correction[]): JsonObject {
  const copy = structuredClone(document);
  for (const { pointer, value } of all) {
    if (sameJson(targetOf(copy, pointer), value)) throw new Error(`${pointer} is right already`);
    const cut = pointer.lastIndexOf('/');
    const parent = targetOf(copy, pointer.slice(0, cut));
    if (!isObject(parent)) throw new Error(`${pointer} is no member of an object`);
    Object.assign(parent, { [unescapePointer(pointer.slice(cut + 1))]: value });
  }
  return copy;
}
