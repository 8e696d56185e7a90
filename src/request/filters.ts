type Part = string | Date | null;

/** All members of a filter are required, so a forgotten one is a compile error. */
type Parts<F> = { readonly [K in keyof F]-?: F[K] | undefined };

/**
 * Normalizes the filters of a list for its cursors. Absent and empty parts become null; dates
 * become ISO strings. The type requires every part: without one, a cursor would continue in another
 * list.
 */
export function filtersOf<F extends { readonly [K in keyof F]?: Part | undefined }>(
  parts: Parts<F>,
): Record<keyof F, string | null>;
export function filtersOf(parts: Readonly<Record<string, Part | undefined>>) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, textOf(part)]));
}

function textOf(part: Part | undefined): string | null {
  return part instanceof Date ? part.toISOString() : part || null;
}
