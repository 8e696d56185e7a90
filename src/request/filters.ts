type Part = string | Date | null;

/** Every part of a filter by its name, so that one which is forgotten does not compile. */
type Parts<F> = { readonly [K in keyof F]-?: F[K] | undefined };

/**
 * What a list is narrowed to, as its cursors are bound to it: absent and empty parts are null, and
 * an instant has one notation. Named with the type of the filter, it demands all parts: with one
 * missing, a cursor would go on through another list.
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
