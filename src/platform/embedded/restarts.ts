let restarts = 0;

/** Counts a restart of the embedded PostgreSQL of this process. */
export function noteRestart(): void {
  restarts += 1;
}

/** How often this process has started its embedded PostgreSQL again after it died. */
export const embeddedRestarts = (): number => restarts;
