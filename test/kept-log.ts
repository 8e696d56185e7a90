import { createLog, type Log } from '../src/platform/log.js';

/** Enough for a test that repeats a failing request. */
const MOST_LINES = 50;
const lines: string[] = [];

/** The log of services in tests: keeps the last internal failures, for the report of a failed test. */
export const keptLog: Log = createLog('error', {
  write(line) {
    lines.push(line);
    if (lines.length > MOST_LINES) lines.shift();
  },
});

/** Returns the kept lines, and forgets them. */
export const takeLines = (): string[] => lines.splice(0);
