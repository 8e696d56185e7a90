/**
 * The lower bound of the UUIDv7s of a moment. A UUIDv7 that was made before the moment is lower,
 * and any other one is higher. The bound is no UUIDv7 itself.
 */
export function firstIdAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The moment in a UUIDv7, or that of a bound from `firstIdAt`. */
export function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
