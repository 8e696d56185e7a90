import type { Verdict } from './scanner.port.js';

/** The verdict on an infected content, merged with the findings of all scanners. */
export function infectedWith(
  found: readonly [string, ...string[]],
  ends: readonly PromiseSettledResult<Verdict>[],
): Verdict {
  const [signature, ...more] = found;
  const verdicts = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  const others = new Set([...more, ...verdicts.flatMap(signaturesOf)]);
  others.delete(signature);
  const isPartial =
    verdicts.length < ends.length ||
    verdicts.some((it) => it.result === 'unknown' || (it.result === 'infected' && it.isPartial));
  return {
    ...{ result: 'infected', signature },
    ...(others.size > 0 ? { others: [...others] } : {}),
    ...(isPartial ? { isPartial } : {}),
  };
}

/** All signatures of a verdict, the main one first; empty unless infected. */
export function signaturesOf(verdict: Verdict): string[] {
  return verdict.result === 'infected' ? [verdict.signature, ...(verdict.others ?? [])] : [];
}
