/**
 * Whether a JSON value is one that PostgreSQL can keep and programs can walk: nested at most
 * `levels` deep, and no text in it, member names included, with a NUL, which it has not, or half of
 * a surrogate pair, which would come back as another character.
 */
export function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, levels - 1));
  return Object.entries(value).every(
    ([name, member]) => isStorable(name, levels) && isStorable(member, levels - 1),
  );
}
