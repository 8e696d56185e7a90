/** An object of a JSON document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, even an empty one; not null or a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a member; an empty one if it has none. */
export function objectIn(value: unknown, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

/** The list in a member; an empty one if it has none. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const member = isObject(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}

/** The text in a member, or null. */
export function textIn(value: unknown, name: string): string | null {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : null;
}

/** Whether two values are the same JSON, ignoring the order of members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/**
 * Follows local `$ref`s to their target; other values stay as they are. Throws for any other
 * reference, and for one that leads back to itself.
 */
export function follow(document: JsonObject, value: unknown): unknown {
  const seen = new Set<string>();
  let at = value;
  for (let ref = textIn(at, '$ref'); ref !== null; ref = textIn(at, '$ref')) {
    if (seen.has(ref)) throw new Error(`${ref} refers to itself`);
    seen.add(ref);
    at = targetOf(document, ref);
  }
  return at;
}

/**
 * The target of a local `$ref`. Throws if it is outside the document, below a list, or does not
 * exist.
 */
export function targetOf(document: JsonObject, ref: string): unknown {
  if (!ref.startsWith('#/')) throw new Error(`${ref} leads out of the document`);
  const keys = ref.slice(2).split('/').map(unescapePointer);
  const target = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document);
  if (target === undefined) throw new Error(`${ref} leads nowhere`);
  return target;
}

/** A step of a pointer as the name of a member. */
export function unescapePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
