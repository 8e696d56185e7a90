/** Watches the resident memory of the process; `stop` answers by how many bytes it grew at its peak. */
export function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 5);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return peak - before;
    },
  };
}
