/** A snapshot as PostgreSQL writes it: `xmin:xmax:xip`. */
interface Snapshot {
  readonly xmax: bigint;
  /** The transactions below `xmax` that were running. */
  readonly running: ReadonlySet<string>;
}

/**
 * Returns whether every transaction that is visible in `earlier` is visible in `later`. Both are
 * snapshots of one primary, whose `xmax` never falls. Equal texts give true without being parsed. A
 * text that is no snapshot gives false.
 */
export function isWithin(earlier: string, later: string): boolean {
  if (earlier === later) return true;
  const a = parse(earlier);
  const b = parse(later);
  if (!a || !b || a.xmax > b.xmax) return false;
  return [...b.running].every((id) => BigInt(id) >= a.xmax || a.running.has(id));
}

function parse(text: string): Snapshot | null {
  const [, xmax, xip] = /^\d+:(\d+):([\d,]*)$/.exec(text) ?? [];
  if (xmax === undefined || xip === undefined) return null;
  return { xmax: BigInt(xmax), running: new Set(xip === '' ? [] : xip.split(',')) };
}
