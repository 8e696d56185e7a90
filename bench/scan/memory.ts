/** Watches the resident memory of the process; `stop` returns its peak growth in bytes. */
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
