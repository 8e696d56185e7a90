import { Gauge, type Registry } from 'prom-client';

/** The name of a gauge and its text for operators. */
interface GaugeText {
  readonly name: string;
  readonly help: string;
}

/** Registers a gauge of counts by state. Returns a function that sets it; null empties it. */
export function stateGauge(
  register: Registry,
  text: GaugeText,
): (counts: Readonly<Record<string, number>> | null) => void {
  const gauge = new Gauge({ ...text, labelNames: ['state'], registers: [register] });
  return (counts) => {
    gauge.reset();
    for (const [state, count] of Object.entries(counts ?? {})) gauge.set({ state }, count);
  };
}
