import type { PartReport } from '../../platform/parts.js';

/** The knowledge of a process about the proxy in front of it. */
export interface ProxyView {
  /** Each fault that this process can detect, and whether it is present now. */
  faults(): Readonly<Record<string, boolean>>;
  /** The state of the proxy: `up`, or `degraded` with the faults as sentences; never `down`. */
  report(): PartReport;
}

/** Joins two views: the faults and the sentences of both. */
export function joinViews(one: ProxyView, other: ProxyView): ProxyView {
  return {
    faults: () => ({ ...one.faults(), ...other.faults() }),
    report() {
      const reasons = [one.report(), other.report()].flatMap((report) =>
        report.state === 'degraded' ? [report.reason] : [],
      );
      return reportOf(reasons);
    },
  };
}

/** The report of a proxy with these faults, each of them a sentence. */
export function reportOf(faults: readonly string[]): PartReport {
  return faults.length === 0 ? { state: 'up' } : { state: 'degraded', reason: faults.join('; ') };
}
